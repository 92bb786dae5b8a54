import { afterAll, afterEach, expect, it } from 'vitest';
import { until } from '#test/support/money/money-fixture.ts';
import { paymeCardEnv, paymeCardScene, paymeCardStandIn } from '#test/support/money/payme-card-caller.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import { dataOf, testSecrets } from '#test/support/start-app.ts';
import { readOperationFigures } from '../../../monitoring/figures-store.server.ts';
import { nameMissingReceipts } from '../../tax/missing-receipts.server.ts';

const shop = await openShop({ env: paymeCardEnv, heldJobs: ['fiscal receipts that have not come'] });
const { db } = shop.app;
const place = { url: shop.app.sandbox.url, secret: testSecrets.payment, site: () => shop.app.url };
const standIn = paymeCardStandIn(place);
const scene = paymeCardScene(place);
afterAll(() => shop.app.close());
afterEach(() => standIn.mode('ok'));
const item = { code: '10305008002000001', packageCode: '1501', unit: '796', vat: 12 };
await db.pool.query(
  `insert into tax_item_default (kind, item) select kind, $1 from unnest(array['product', 'delivery', 'donation']) kind`,
  [item],
);

async function paid() {
  const who = await shop.person();
  const one = await shop.placed(who, [{ productId: await shop.product({ stock: null }) }], { system: 'payme-card' });
  await scene.pay(one.paymentUrl);
  await shop.reaches(who, one.orderId, 'Paid');
  return { who, ...one };
}

async function stored(paymentId: string): Promise<{ kind: string; sign: string }[]> {
  const text = 'select kind, sign from payment_fiscal_receipt where payment_id = $1 order by kind';
  return (await db.pool.query<{ kind: string; sign: string }>(text, [paymentId])).rows;
}

const has = (paymentId: string, count: number) => until(async () => (await stored(paymentId)).length === count);
const isMissing = async (orderId: string) => {
  const answer = await shop.app.api('GET Receipt/Missing', {}, { token: shop.staff.token });
  return JSON.stringify(dataOf(answer).items).includes(orderId);
};
const counted = async () => (await readOperationFigures(db, 24))?.receiptsMissing;
const age = (paymentId: string) =>
  db.pool.query(`update receipt_due set since = since - interval '25 hours' where payment_id = $1`, [paymentId]);

const sign = { Paid: expect.stringMatching(/^8\d{11}$/), Refunded: expect.stringMatching(/^9\d{11}$/) };

it('comes by itself after the payment and after its refund, and the payer reads it', async () => {
  const { who, orderId, paymentId, paymentUrl } = await paid();
  await has(paymentId, 1);
  const receipt = await shop.app.api('GET Receipt', { query: { orderId } }, { token: who.token });
  expect(dataOf(receipt)).toMatchObject({
    fiscal: { sign: sign.Paid, qrUrl: expect.stringContaining('ofd.soliq.uz') },
  });
  const refund = { body: { orderId, reason: 'Передумал' } };
  expect((await shop.app.api('POST Order/Refund', refund, { token: shop.staff.token })).status).toBe(200);
  await has(paymentId, 2);
  expect(await stored(paymentId)).toEqual([
    { kind: 'Paid', sign: sign.Paid },
    { kind: 'Refunded', sign: sign.Refunded },
  ]);
  expect(await scene.booksOf(paymentUrl)).toEqual({ left: 0, charges: 1 });
});

it('of a payment that is given back in the cabinet comes too, and its call has the payment asked about soon', async () => {
  const { paymentId, paymentUrl } = await paid();
  await has(paymentId, 1);
  await db.pool.query(`update payment set next_check_at = now() + interval '1 day' where id = $1`, [paymentId]);
  await scene.refundThere(paymentUrl);
  await has(paymentId, 2);
  const soon = `select next_check_at < now() + interval '11 seconds' as soon from payment where id = $1`;
  expect((await db.pool.query(soon, [paymentId])).rows).toEqual([{ soon: true }]);
  expect(await standIn.unequal()).toEqual([]);
});

it('is missing while it is late: in the list, in the figures, and named once', async () => {
  await standIn.mode('late-fiscal');
  const { orderId, paymentId } = await paid();
  const before = Number(await counted());
  const named = () => nameMissingReceipts({ db, receiptHours: 24, log: { warn: () => undefined } });
  expect([await isMissing(orderId), await named()]).toEqual([false, 0]);
  await age(paymentId);
  expect(await isMissing(orderId)).toBe(true);
  expect(await counted()).toBe(before + 1);
  expect((await Promise.all([named(), named()])).toSorted()).toEqual([0, 1]);
  await standIn.mode('ok');
  await has(paymentId, 1);
  expect(await isMissing(orderId)).toBe(false);
  expect(await counted()).toBe(before);
});

it('that Payme never reports stays missing, and an admin enters it by hand', async () => {
  await standIn.mode('lost-fiscal');
  const { orderId, paymentId, paymentUrl } = await paid();
  await until(async () => (await standIn.receiptsOf(paymentUrl)).every(({ due }) => due.length === 0));
  await standIn.mode('ok');
  await age(paymentId);
  expect([await stored(paymentId), await isMissing(orderId)]).toEqual([[], true]);
  const body = { paymentId, kind: 'Paid', sign: '800031554099', qrUrl: null };
  const { token } = await shop.person('admin');
  expect((await shop.app.api('PUT Receipt/Registered', { body }, { token })).status).toBe(200);
  expect(await isMissing(orderId)).toBe(false);
});
