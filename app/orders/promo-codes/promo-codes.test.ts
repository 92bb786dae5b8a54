import { afterAll, describe, expect, test } from 'vitest';
import { fromMain } from '#base/money/money.ts';
import { openRefundFixture, refundDone } from '#test/support/money/refund-fixture.ts';
import { openedOf } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';
import { cancelUnpaid } from '../moves/cancelling.server.ts';

const shop = await openRefundFixture();
afterAll(() => shop.app.close());

let made = 0;
function newCode(): string {
  made += 1;
  return `КОД-${Date.now()}-${made}`;
}
const plain = {
  percent: 10,
  amount: null,
  sellerUserName: null,
  minTotal: 0,
  from: null,
  until: null,
  most: null,
  mostEach: null,
};

const create = (change: object = {}, who: SignedIn | null = shop.staff) =>
  shop.app.api(
    'POST Order/CreatePromoCode',
    { body: { ...plain, code: newCode(), ...change } },
    who ? { token: who.token } : {},
  );

async function codeWith(change: object = {}): Promise<{ id: number; code: string }> {
  const { id, code } = dataOf(await create(change));
  return { id: Number(id), code: String(code) };
}

const check = (code: string, who?: SignedIn) =>
  shop.app.api('POST Order/PromoCode', { body: { code } }, who ? { token: who.token } : {});
const turn = (id: number, isActive: boolean) =>
  shop.app.api('PUT Order/PromoCodeState', { body: { id, isActive } }, { token: shop.staff.token });
const usesOf = async (id: number) => {
  const { rows } = await shop.app.db.pool.query<{ used: number; noted: number }>(
    'select used, (select count(*) from promo_use u where u.promo_code_id = c.id)::int as noted from promo_code c where id = $1',
    [id],
  );
  return rows[0];
};
const refusedWith = (code: string) => ({ body: { error: { code } } });

/** A basket of things of 100 000 that is asked to be paid with a code. */
async function payWith(code: string, { expectedTotal = 90_000, who }: { expectedTotal?: number; who?: SignedIn } = {}) {
  const buyer = who ?? (await shop.person());
  const { orderId } = await shop.ready(buyer, [{ productId: await shop.product() }]);
  return { buyer, orderId, answer: await shop.askToPay(buyer, { orderId, expectedTotal, promoCode: code }) };
}

describe('promo codes of the staff', () => {
  test('are made once, listed with their uses, and switched off', async () => {
    const code = newCode().toLowerCase();
    const answers = await Promise.all([1, 2, 3].map(() => create({ code, from: '2026-01-01', until: '2099-12-31' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const first = answers.find(({ status }) => status === 200);
    if (first === undefined) throw new Error('no code was made');
    const { code: text, id } = dataOf(first);
    expect(text).toBe(code.toUpperCase());
    const page = dataOf(await shop.app.api('GET Order/PromoCodes', {}, { token: shop.staff.token }));
    expect(page.items).toMatchObject([
      { code: text, percent: 10, from: '2026-01-01', until: '2099-12-31', used: 0, isActive: true },
    ]);
    expect((await check(code)).status).toBe(200);
    expect((await turn(Number(id), false)).status).toBe(200);
    expect(await check(code)).toMatchObject({ status: 404, ...refusedWith('PromoCodeUnknown') });
    expect((await turn(999_999, false)).status).toBe(404);
  });

  test('are not for others, and only what makes sense', async () => {
    const user = await shop.person();
    expect((await create({}, null)).status).toBe(401);
    expect((await create({}, user)).status).toBe(403);
    for (const call of ['GET Order/PromoCodes', 'PUT Order/PromoCodeState'])
      expect((await shop.app.request(call, {}, { token: user.token })).status).toBe(403);
    const wrong = [
      { code: 'АБВ' },
      { code: 'ПРО МО' },
      { percent: 91 },
      { percent: 0 },
      { percent: 10.5 },
      { percent: null },
      { amount: 5 },
      { percent: null, amount: 0 },
      { minTotal: -1 },
      { most: 0 },
      { mostEach: 1.5 },
      { most: 2, mostEach: 3 },
      { from: '2026-02-02', until: '2026-02-01' },
      { from: 'завтра' },
      { from: '0000-01-01' },
      { from: '0001-01-02' },
      { until: '9999-12-31' },
      { sellerUserName: 'nobody.at.all' },
    ];
    for (const change of wrong) expect((await create(change)).status, JSON.stringify(change)).toBe(400);
  });
});

describe('a promo code in the checkout', () => {
  test('reduces the items, is copied with the order, and the seller and the commission bear it', async () => {
    const before = await shop.balanceOf(shop.seller.accountId);
    const { id, code } = await codeWith();
    const wrong = await payWith(code, { expectedTotal: 100_000 });
    expect(wrong.answer).toMatchObject({
      status: 409,
      body: { error: { code: 'PriceChanged', details: { total: 90_000 } } },
    });
    expect(await usesOf(id)).toEqual({ used: 0, noted: 0 });
    const { buyer, orderId, answer } = await payWith(code.toLowerCase());
    const { amount, paymentUrl } = openedOf(answer);
    expect(amount).toBe(90_000);
    expect(await shop.orderFor(buyer, orderId)).toMatchObject({
      itemsTotal: fromMain(100_000),
      discount: fromMain(10_000),
      total: fromMain(90_000),
      promoCode: code,
      items: [{ price: fromMain(100_000), discount: fromMain(10_000) }],
    });
    expect(await usesOf(id)).toEqual({ used: 1, noted: 1 });
    await shop.charge(paymentUrl);
    await shop.reaches(buyer, orderId, 'Paid');
    expect((await shop.balanceOf(shop.seller.accountId)) - before).toBe(fromMain(85_500));
    const receipt = dataOf(await shop.app.api('GET Receipt', { query: { orderId } }, { token: buyer.token }));
    expect(receipt).toMatchObject({ total: 90_000, lines: [{ price: 100_000, discount: 10_000, amount: 90_000 }] });
    expect((await shop.giveAll(orderId)).status).toBe(200);
    await shop.settleBooks();
    expect(await shop.balanceOf(shop.seller.accountId)).toBe(before);
    expect(await usesOf(id), 'a refund gives no use back').toEqual({ used: 1, noted: 1 });
  });

  test('gives back for each piece what was really paid, to the last minor unit', async () => {
    const { code } = await codeWith({ percent: null, amount: 10_000 });
    const buyer = await shop.person();
    const productId = await shop.product({ price: 33_333 });
    const { orderId } = await shop.ready(buyer, [{ productId, quantity: 3 }]);
    const opened = openedOf(await shop.askToPay(buyer, { orderId, expectedTotal: 89_999, promoCode: code }));
    await shop.charge(opened.paymentUrl);
    await shop.reaches(buyer, orderId, 'Paid');
    for (const quantity of [1, 2])
      expect(await shop.give(orderId, [{ productId, quantity }])).toMatchObject(refundDone);
    const { refunds, statusName } = await shop.orderFor(buyer, orderId);
    expect(refunds.map(({ amount }) => amount)).toEqual([2_999_966, 6_000_034 - 100]);
    expect(statusName).toBe('Refunded');
    await shop.settleBooks();
  });

  test('is for the things of its creator, from its sum on, and is not used where it takes nothing off', async () => {
    const other = await shop.person();
    const { rows } = await shop.app.db.pool.query<{ name: string }>(
      'select user_name as name from creator where user_id = $1',
      [other.userId],
    );
    const own = await codeWith({ sellerUserName: rows[0]?.name });
    const large = await codeWith({ minTotal: 100_001 });
    for (const { id, code } of [own, large]) {
      expect((await payWith(code)).answer).toMatchObject(refusedWith('PriceChanged'));
      const { buyer, orderId, answer } = await payWith(code, { expectedTotal: 100_000 });
      expect(answer.status).toBe(200);
      expect(await shop.orderFor(buyer, orderId)).toMatchObject({ promoCode: null, discount: 0 });
      expect(await usesOf(id)).toEqual({ used: 0, noted: 0 });
    }
  });

  test('is valid on its days only, and for each person as often as it says', async () => {
    const tomorrow = await codeWith({ from: '2099-01-01' });
    const yesterday = await codeWith({ until: '2020-01-01' });
    expect(await check(tomorrow.code)).toMatchObject(refusedWith('PromoCodeUnknown'));
    expect(await check(yesterday.code)).toMatchObject({ status: 409, ...refusedWith('PromoCodeOver') });
    expect((await payWith(yesterday.code)).answer).toMatchObject(refusedWith('PromoCodeOver'));
    expect((await payWith('НЕТ-ТАКОГО')).answer).toMatchObject({ status: 404, ...refusedWith('PromoCodeUnknown') });
    const once = await codeWith({ mostEach: 1 });
    const { buyer, orderId } = await payWith(once.code);
    expect(await check(once.code, buyer)).toMatchObject({ status: 409, ...refusedWith('PromoCodeSpent') });
    expect((await payWith(once.code, { who: buyer })).answer).toMatchObject(refusedWith('PromoCodeSpent'));
    expect((await check(once.code)).status, 'others may').toBe(200);
    await shop.app.api('POST Order/Cancel', { query: { orderId } }, { token: buyer.token });
    expect((await check(once.code, buyer)).status, 'a cancelled order gives the use back').toBe(200);
  });

  test('returns its use once, whether the order is cancelled or runs out', async () => {
    const { id, code } = await codeWith({ most: 2 });
    const first = await payWith(code);
    const second = await payWith(code);
    expect((await payWith(code)).answer).toMatchObject(refusedWith('PromoCodeOver'));
    const cancel = () =>
      shop.app.api('POST Order/Cancel', { query: { orderId: first.orderId } }, { token: first.buyer.token });
    await Promise.all([cancel(), cancel(), cancel()]);
    await shop.app.db.pool.query("update shop_order set pay_until = now() - interval '1 second' where id = $1", [
      second.orderId,
    ]);
    await Promise.all([1, 2].map(() => cancelUnpaid(shop.app.db, shop.app.opora.areas.payments)));
    expect(await usesOf(id)).toEqual({ used: 0, noted: 0 });
  });

  test('with one use left is used by one of a hundred buyers at once', async () => {
    const { id, code } = await codeWith({ most: 1 });
    const productId = await shop.product({ stock: 500 });
    const baskets: { readonly buyer: SignedIn; readonly orderId: string }[] = [];
    while (baskets.length < 100) {
      const ten = Array.from({ length: 10 }, async () => {
        const buyer = await shop.person();
        return { buyer, orderId: (await shop.ready(buyer, [{ productId }])).orderId };
      });
      baskets.push(...(await Promise.all(ten)));
    }
    const answers = await Promise.all(
      baskets.map(({ buyer, orderId }) => shop.askToPay(buyer, { orderId, expectedTotal: 90_000, promoCode: code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refusedWith('PromoCodeOver'));
    expect(await usesOf(id)).toEqual({ used: 1, noted: 1 });
    expect(await shop.stockOf(productId)).toBe(499);
  }, 180_000);
});
