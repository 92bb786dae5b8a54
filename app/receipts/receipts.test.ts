import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openRefundFixture, type RefundFixture } from '#test/support/money/refund-fixture.ts';
import { pdfTexts } from '#test/support/pdf-text.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';
import { giveProven } from '#test/support/tool-fixture.ts';

let shop: RefundFixture;
beforeAll(async () => {
  shop = await openRefundFixture();
});
afterAll(() => shop.app.close());

const read = (body: object, who?: SignedIn) => shop.app.api('POST Receipt/Read', { body }, who && { token: who.token });

/** Sends a request for a file; its texts, or the status of the refusal. */
async function fileOf(path: string, { who, body }: { who?: SignedIn; body?: object }): Promise<string[] | number> {
  const answer = await fetch(`${shop.app.url}/api/${path}`, {
    headers: { 'content-type': 'application/json', ...(who && { authorization: `Bearer ${who.token}` }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (answer.status !== 200) return answer.status;
  const [type, caching] = ['content-type', 'cache-control'].map((name) => answer.headers.get(name));
  if (type !== 'application/pdf' || caching !== 'no-store') throw new Error(`${type} ${caching}`);
  return pdfTexts(Buffer.from(await answer.arrayBuffer()));
}

describe('the receipt of a donation', () => {
  it('is for its donor by proof or login and for its creator, and for nobody else', async () => {
    const creator = await shop.person();
    const donor = await shop.person();
    const other = await shop.person();
    const { payId, proof } = await giveProven(shop.app, creator, { name: 'Анна 🎉' }, donor);
    const id = payId;
    expect(dataOf(await read({ id, proof }))).toMatchObject({
      id,
      kind: 'donation',
      number: id,
      payer: 'Анна 🎉',
      delivery: null,
      total: 10_000,
      refunded: 0,
      system: 'gateway',
      lines: [{ title: null, quantity: 1, price: 10_000, amount: 10_000 }],
    });
    for (const who of [donor, creator]) expect((await read({ id }, who)).status).toBe(200);
    const forged = `${proof.slice(0, -4)}AAAA`;
    const strangers = [{ id }, { id, proof: forged }, { id: '019a1b2c-3d4e-7f5a-8b6c-7d8e9f0a1b2c', proof }];
    for (const body of strangers) {
      for (const who of [undefined, other, shop.staff]) expect((await read(body, who)).status).toBe(404);
      expect(await fileOf('Receipt/File', { body })).toBe(404);
    }
    expect(shop.app.logLines.join('\n')).not.toContain(proof);
  });

  it('is a file in three languages with times of the payer', async () => {
    const { payId: id, proof } = await giveProven(shop.app, await shop.person(), { name: 'Gʻayrat (1) 🎉' });
    const file = async (more: object) => (await fileOf('Receipt/File', { body: { id, proof, ...more } })).toString();
    const russian = await file({ timeZone: 'Asia/Tashkent' });
    expect(russian).toContain('Чек');
    expect(russian).toContain('Gʻayrat (1)');
    expect(russian).toContain('(Asia/Tashkent)');
    expect(russian).toContain('10 000 сум');
    expect(await file({ language: 'uz' })).toContain('Muallifni qoʻllab-quvvatlash');
    expect(await file({ language: 'en' })).toContain('Donation to a creator');
    expect(await fileOf('Receipt/File', { body: { id, proof, timeZone: 'Moon/Crater' } })).toBe(400);
  });

  it('hides the name of an anonymous donor, and is missing while nothing is paid', async () => {
    const creator = await shop.person();
    const { payId: id } = await giveProven(shop.app, creator, { isAnonymous: true });
    expect(dataOf(await read({ id }, creator)).payer).toBeNull();
    const body = { projectId: creator.projectId, amount: 10_000 };
    const { payId, proof } = dataOf(await shop.app.api('POST ProjectPay/Create', { body }));
    expect((await read({ id: payId, proof })).status).toBe(404);
  });
});

describe('the receipt of an order', () => {
  it('lists what was paid and refunded, for its buyer and the staff', async () => {
    const buyer = await shop.person();
    const other = await shop.person();
    const productId = await shop.product({ name: 'Худи «Анор»', price: 100_000 });
    const donation = { projectId: shop.seller.projectId, amount: 7_000, isAnonymous: true };
    const { orderId: id } = await shop.bought(buyer, [{ productId, quantity: 2 }], { donation });
    const { number } = await shop.orderFor(buyer, id);
    const whole = { number, kind: 'order', payer: 'Бекзод Олимов', total: 207_000, refunded: 0 };
    expect(dataOf(await read({ id }, buyer))).toMatchObject({
      ...whole,
      delivery: 'Ташкент, улица Навои, 12',
      lines: [
        { title: 'Худи «Анор»', quantity: 2, price: 100_000, amount: 200_000 },
        { title: null, quantity: 1, amount: 7_000 },
      ],
    });
    expect(await shop.give(id, [{ productId, quantity: 1 }])).toMatchObject({ status: 200 });
    expect(dataOf(await read({ id }, shop.staff))).toMatchObject({ total: 207_000, refunded: 100_000 });
    const texts = (await fileOf('Receipt/File', { who: buyer, body: { id } })).toString();
    for (const text of ['207 000 сум', '100 000 сум', '107 000 сум', number]) expect(texts).toContain(text);
    for (const who of [undefined, other, shop.seller]) expect((await read({ id }, who)).status).toBe(404);
  });

  it('is missing before the payment', async () => {
    const buyer = await shop.person();
    const { orderId: id } = await shop.placed(buyer, [{ productId: await shop.product() }]);
    expect((await read({ id }, buyer)).status).toBe(404);
  });
});

describe('the act of a payout', () => {
  it('is for its owner and admins, and says what became of it', async () => {
    const creator = await shop.person();
    const admin = await shop.person('admin');
    await giveProven(shop.app, creator, { amount: 100_000 });
    const card = { mask: '8600 •••• •••• 0106' };
    const asked = { accountId: creator.accountId, amount: 60_000, card };
    const made = await shop.app.api('POST Payout/Request', { body: asked }, { token: creator.token });
    const payoutId = z.string().parse(dataOf(made).id);
    const act = (who: SignedIn) => fileOf(`Receipt/PayoutAct?payoutId=${payoutId}`, { who });
    expect((await act(creator)).toString()).toContain('Заявка на выплату');
    const body = { payoutId, reference: 'ПП-77 =1+1' };
    expect(await shop.app.api('PUT Payout/Pay', { body }, { token: admin.token })).toMatchObject({ status: 200 });
    for (const who of [creator, admin]) {
      const texts = (await act(who)).toString();
      for (const text of ['Акт о выплате', '60 000 сум', card.mask, 'ПП-77 =1+1']) expect(texts).toContain(text);
    }
    for (const who of [await shop.person(), shop.staff]) expect(await act(who)).toBe(404);
  });
});
