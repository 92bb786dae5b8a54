import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeFiscalReceipt } from '#app/payments/fiscal-receipts-store.server.ts';
import { openRefundFixture } from '#test/support/money/refund-fixture.ts';
import { pdfCode } from '#test/support/pdf-code.ts';
import { pdfTexts } from '#test/support/pdf-text.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';
import { giveProven } from '#test/support/tool-fixture.ts';

const shop = await openRefundFixture();
afterAll(() => shop.app.close());

const read = (query: Record<string, string>, who?: SignedIn, headers: Readonly<Record<string, string>> = {}) =>
  shop.app.api('GET Receipt', { query }, { headers, ...(who && { token: who.token }) });

interface Asked {
  readonly who?: SignedIn | undefined;
  readonly query?: Readonly<Record<string, string>>;
}

/** Sends a request for a file. */
function askFor(path: string, { who, query = {} }: Asked): Promise<Response> {
  return fetch(`${shop.app.url}/api/${path}?${new URLSearchParams(query)}`, {
    headers: { accept: 'application/pdf', ...(who && { authorization: `Bearer ${who.token}` }) },
  });
}

const bytesOf = async (path: string, asked: Asked) => Buffer.from(await (await askFor(path, asked)).arrayBuffer());

/** The texts of a file, or the status of the refusal. */
async function fileOf(path: string, asked: Asked): Promise<string[] | number> {
  const answer = await askFor(path, asked);
  if (answer.status !== 200) return answer.status;
  const [type, caching] = ['content-type', 'cache-control'].map((name) => answer.headers.get(name));
  if (type !== 'application/pdf' || caching !== 'no-store') throw new Error(`${type} ${caching}`);
  return pdfTexts(Buffer.from(await answer.arrayBuffer()));
}

/** Names the operator and a creator as the tax service knows them. */
async function nameForTax({ token }: SignedIn, taxNumber: string): Promise<void> {
  const admin = await shop.person('admin');
  const known = dataOf(await shop.app.api('GET Site/Settings', {}, { token: admin.token }));
  const body = { ...known, company: 'OOO «Анор»', taxNumber: '305123456' };
  const sent = [
    await shop.app.api('PUT Site/Settings', { body }, { token: admin.token }),
    await shop.app.api('PUT Payout/TaxNumber', { body: { taxNumber } }, { token }),
  ];
  if (sent.some(({ status }) => status !== 200)) throw new Error(JSON.stringify(sent));
}

describe('the receipt of a donation', () => {
  it('is for its donor by proof or login and for its creator, and for nobody else', async () => {
    const creator = await shop.person();
    const donor = await shop.person();
    const other = await shop.person();
    const { payId, proof } = await giveProven(shop.app, creator, { name: 'Анна 🎉' }, donor);
    const whole = await read({ payId, proof });
    expect(dataOf(whole)).toMatchObject({
      id: payId,
      kind: 'donation',
      number: payId,
      payer: 'Анна 🎉',
      delivery: null,
      total: 10_000,
      commission: 500,
      refunded: 0,
      refunds: [],
      fiscal: null,
      system: 'gateway',
      lines: [{ name: 'Поддержка автора', itemCode: '', vat: null, quantity: 1, price: 10_000, amount: 10_000 }],
    });
    expect((await read({ payId }, undefined, { proof })).body).toEqual(whole.body);
    for (const who of [donor, creator, shop.staff]) expect((await read({ payId }, who)).status).toBe(200);
    const forged = `${proof.slice(0, -4)}AAAA`;
    const unknown = { payId: '019a1b2c-3d4e-7f5a-8b6c-7d8e9f0a1b2c', proof };
    for (const query of [{ payId }, { payId, proof: forged }, unknown]) {
      for (const who of [undefined, other]) {
        expect((await read(query, who)).status).toBe(404);
        expect(await fileOf('Receipt', { who, query })).toBe(404);
      }
    }
    expect((await read({})).status).toBe(400);
    expect((await read({ payId, orderId: payId })).status).toBe(400);
    expect(shop.app.logLines.join('\n')).not.toContain(proof);
  });

  it('is a file in three languages with times of the payer', async () => {
    const { payId, proof } = await giveProven(shop.app, await shop.person(), { name: 'Gʻayrat (1) 🎉' });
    const file = async (more: object) => (await fileOf('Receipt', { query: { payId, proof, ...more } })).toString();
    const russian = await file({ TimeZone: 'Asia/Tashkent' });
    expect(russian).toContain('Чек');
    expect(russian).toContain('Gʻayrat (1)');
    expect(russian).toContain('(Asia/Tashkent)');
    expect(russian).toContain('10 000 сум');
    expect(await file({ Language: 'uz' })).toContain('Muallifni qoʻllab-quvvatlash');
    expect(await file({ Language: 'en' })).toContain('Donation to a creator');
    expect(await fileOf('Receipt', { query: { payId, proof, TimeZone: 'Moon/Crater' } })).toBe(400);
  });

  it('names the operator as the tax service knows it, and leads to its page, but says nothing of the creator', async () => {
    const creator = await shop.person();
    await nameForTax(creator, '31234567890123');
    const { payId, proof } = await giveProven(shop.app, creator, {});
    const qrUrl = `https://ofd.soliq.uz/check?t=UZ1&r=77&s=${payId}`;
    const { rows } = await shop.app.db.pool.query<{ id: string }>('select id from payment where reference = $1', [
      payId,
    ]);
    const fiscal = { sign: '345411154513', terminal: 'UZ1', receiptId: '77', qrUrl };
    await writeFiscalReceipt(shop.app.db, rows[0]?.id ?? '', { kind: 'Paid', ...fiscal });
    const operator = { company: 'OOO «Анор»', taxNumber: '305123456' };
    expect(dataOf(await read({ payId, proof }))).toMatchObject({ operator, fiscal });
    const file = await bytesOf('Receipt', { query: { payId, proof } });
    const texts = (await pdfTexts(file)).join(' ');
    for (const text of ['OOO «Анор»', 'ИНН 305123456', '345411154513']) expect(texts).toContain(text);
    expect(await pdfCode(file)).toBe(qrUrl);
    for (const said of [JSON.stringify(await read({ payId, proof }, creator)), texts]) {
      expect(said).not.toContain('31234567890123');
    }
  });

  it('with a sign that was entered by hand says no more than that', async () => {
    const { payId, proof } = await giveProven(shop.app, await shop.person(), {});
    const { rows } = await shop.app.db.pool.query<{ id: string }>('select id from payment where reference = $1', [
      payId,
    ]);
    const byHand = { kind: 'Paid', sign: '771', terminal: '', receiptId: '', qrUrl: '' } as const;
    await writeFiscalReceipt(shop.app.db, rows[0]?.id ?? '', byHand);
    const texts = (await fileOf('Receipt', { query: { payId, proof } })).toString();
    expect(texts).toContain('771');
    expect(texts).not.toMatch(/771 ·|№/);
  });

  it('hides the name of an anonymous donor, and is missing while nothing is paid', async () => {
    const creator = await shop.person();
    const given = await giveProven(shop.app, creator, { isAnonymous: true });
    expect(dataOf(await read({ payId: given.payId }, creator)).payer).toBeNull();
    const body = { projectId: creator.projectId, amount: 10_000 };
    const { payId, proof } = dataOf(await shop.app.api('POST ProjectPay/Create', { body }));
    expect((await read({ payId: String(payId), proof: String(proof) })).status).toBe(404);
  });
});

describe('the receipt of an order', () => {
  it('lists what was paid and refunded, for its buyer and the staff', async () => {
    const buyer = await shop.person();
    const other = await shop.person();
    const productId = await shop.product({ name: 'Худи «Анор»', price: 100_000 });
    const donation = { projectId: shop.seller.projectId, amount: 7_000, isAnonymous: true };
    const { orderId } = await shop.bought(buyer, [{ productId, quantity: 2 }], { donation });
    const { number } = await shop.orderFor(buyer, orderId);
    const whole = { number, kind: 'order', payer: 'Бекзод Олимов', total: 207_000, refunded: 0 };
    expect(dataOf(await read({ orderId }, buyer))).toMatchObject({
      ...whole,
      commission: 10_350,
      delivery: 'Ташкент, улица Навои, 12',
      lines: [
        { name: 'Худи «Анор»', quantity: 2, price: 100_000, amount: 200_000 },
        { name: 'Поддержка автора', quantity: 1, amount: 7_000 },
      ],
    });
    expect(await shop.give(orderId, [{ productId, quantity: 1 }])).toMatchObject({ status: 200 });
    const refunds = [{ amount: 100_000, fiscal: null }];
    expect(dataOf(await read({ orderId }, shop.staff))).toMatchObject({ total: 207_000, refunded: 100_000, refunds });
    const texts = (await fileOf('Receipt', { who: buyer, query: { orderId } })).toString();
    for (const text of ['207 000 сум', '100 000 сум', '107 000 сум', number]) expect(texts).toContain(text);
    for (const who of [undefined, other, shop.seller]) expect((await read({ orderId }, who)).status).toBe(404);
  });

  it('has a donation in it, whose own receipt is for its creator, too, without the rest of the order', async () => {
    const buyer = await shop.person();
    const donation = { projectId: shop.seller.projectId, amount: 7_000, name: 'Бекзод' };
    const { orderId } = await shop.bought(buyer, [{ productId: await shop.product() }], { donation });
    const one = async (text: string) =>
      (await shop.app.db.pool.query<{ id: string }>(text, [orderId])).rows[0]?.id ?? '';
    const payId = await one('select donation_id as id from shop_order where id = $1');
    const qrUrl = `https://ofd.soliq.uz/check?t=UZ2&r=78&s=${orderId}`;
    const fiscal = { sign: '345411154514', terminal: 'UZ2', receiptId: '78', qrUrl };
    const paymentId = await one('select id from payment where reference = $1');
    await writeFiscalReceipt(shop.app.db, paymentId, { kind: 'Paid', ...fiscal });
    const shown = { id: payId, kind: 'donation', total: 7_000, commission: 350, refunded: 0, refunds: [] };
    const lines = [{ kind: 'donation', amount: 7_000 }];
    for (const who of [buyer, shop.staff]) {
      expect(dataOf(await read({ payId }, who))).toMatchObject({ ...shown, lines, fiscal });
    }
    expect(dataOf(await read({ payId }, shop.seller))).toMatchObject({ ...shown, lines, fiscal: null });
    expect(await fileOf('Receipt', { who: shop.seller, query: { payId } })).toContain('7 000 сум');
    for (const who of [undefined, await shop.person()]) expect((await read({ payId }, who)).status).toBe(404);
    await shop.app.db.pool.query('update donation set amount = 500000, refunded = 200000 where id = $1', [payId]);
    const part = { total: 7_000, refunded: 2_000, refunds: [{ amount: 2_000, fiscal: null }] };
    expect(dataOf(await read({ payId }, shop.seller))).toMatchObject(part);
    await shop.app.db.pool.query('update donation set refunded_at = now() where id = $1', [payId]);
    expect(dataOf(await read({ payId }, shop.seller))).toMatchObject({ total: 7_000, refunded: 7_000 });
  });

  it('is missing before the payment', async () => {
    const buyer = await shop.person();
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
    expect((await read({ orderId }, buyer)).status).toBe(404);
  });
});

describe('the act of a payout', () => {
  it('is for its owner and admins, and says what became of it', async () => {
    const creator = await shop.person();
    const admin = await shop.person('admin');
    await nameForTax(creator, '31234567890123');
    await giveProven(shop.app, creator, { amount: 100_000 });
    const card = { mask: '8600 •••• •••• 0106' };
    const asked = { accountId: creator.accountId, amount: 60_000, card };
    const made = await shop.app.api('POST Payout/Request', { body: asked }, { token: creator.token });
    const payoutId = z.string().parse(dataOf(made).id);
    const act = (who: SignedIn) => fileOf('Receipt/PayoutAct', { who, query: { payoutId } });
    expect((await act(creator)).toString()).toContain('Заявка на выплату');
    const body = { payoutId, reference: 'ПП-77 =1+1' };
    expect(await shop.app.api('PUT Payout/Pay', { body }, { token: admin.token })).toMatchObject({ status: 200 });
    for (const who of [creator, admin]) {
      const texts = (await act(who)).toString();
      const named = ['ИНН 305123456', 'ПИНФЛ', '31234567890123'];
      for (const text of ['Акт о выплате', '60 000 сум', card.mask, 'ПП-77 =1+1', ...named]) {
        expect(texts).toContain(text);
      }
    }
    for (const who of [await shop.person(), shop.staff]) expect(await act(who)).toBe(404);
  });
});
