import { afterAll, expect, it } from 'vitest';
import { membersOf } from '#base/text/stored-value.ts';
import { newTransaction, paymeCaller, paymeEnv } from '#test/support/money/payme-caller.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';
import { readOperationFigures } from '../../monitoring/figures-store.server.ts';
import { nameMissingReceipts } from './missing-receipts.server.ts';

const shop = await openShop({ env: paymeEnv, heldJobs: ['fiscal receipts that have not come'] });
afterAll(() => shop.app.close());
const { db } = shop.app;
const admin = await shop.person('admin');
const payme = paymeCaller(shop.app.url);

/** A payment on Payme's page whose receipt has not come for a day. */
async function missing() {
  const one = await shop.placed(await shop.person(), [{ productId: await shop.product({ stock: null }) }], {
    system: 'payme',
  });
  const { id, ...transaction } = newTransaction(one.paymentUrl, one.total);
  await payme.call('CreateTransaction', { id, ...transaction });
  await payme.call('PerformTransaction', { id });
  await db.pool.query(`update receipt_due set since = since - interval '25 hours' where payment_id = $1`, [
    one.paymentId,
  ]);
  return { ...one, transaction: id };
}

const reason = 'Пробный платёж: в кабинете он отменён';
const waive = (paymentId: string, change: object = {}, who = admin) =>
  shop.app.request('PUT Receipt/Waived', { body: { paymentId, kind: 'Paid', reason, ...change } }, who);
const why = ({ status, body }: { status: number; body: unknown }) => {
  const error = membersOf(membersOf(body).error);
  return { status, message: error.message, fields: membersOf(error.fields) };
};
const list = async () => dataOf(await shop.app.api('GET Receipt/Missing', {}, { token: shop.staff.token }));
const payments = async (State: string) => {
  const query = { State, Skip: 0, Take: 50 };
  return dataOf(await shop.app.api('GET Moderator/Payments', { query }, { token: shop.staff.token })).items;
};
const counted = async () => Number((await readOperationFigures(db, 24))?.receiptsMissing);
const named = () => nameMissingReceipts({ db, receiptHours: 24, log: { warn: () => undefined } });
const report = (id: string, type = 'PERFORM') =>
  payme.call('SetFiscalData', { id, type, fiscal_data: { status_code: 0, fiscal_sign: '800031554082' } });
const signs = async (paymentId: string) =>
  (await db.pool.query('select kind, sign from payment_fiscal_receipt where payment_id = $1', [paymentId])).rows;

it('is decided by an admin alone, with a reason, once', async () => {
  const { paymentId } = await missing();
  expect((await waive(paymentId, {}, shop.staff)).status).toBe(403);
  for (const wrong of ['', '  ', 'ab', 'a'.repeat(301)]) {
    expect(why(await waive(paymentId, { reason: wrong }))).toMatchObject({
      status: 400,
      fields: { reason: expect.any(String) },
    });
  }
  const notDue = { status: 404, message: expect.stringMatching(/^Чека этого платежа мы не ждём/) };
  expect(why(await waive(paymentId, { kind: 'Refunded' }))).toMatchObject(notDue);
  expect(why(await waive(crypto.randomUUID()))).toMatchObject({ status: 404, message: 'Такого платежа нет' });
  const answers = await Promise.all([waive(paymentId), waive(paymentId), waive(paymentId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  const decided = { status: 404, message: 'Уже решено, что чека этого платежа не будет' };
  expect(why(await waive(paymentId))).toMatchObject(decided);
  const { rows } = await db.pool.query(`select actor_id as by, input from audit where call = 'PUT Receipt/Waived'`);
  expect(rows).toEqual([{ by: admin.userId, input: { paymentId, kind: 'Paid', reason } }]);
});

it('takes a receipt off the list and the alarm, and is read beside the payment', async () => {
  const gone = await missing();
  const other = await missing();
  const before = { count: Number((await list()).count), counted: await counted() };
  expect((await waive(gone.paymentId)).status).toBe(200);
  const { items, count } = await list();
  expect([JSON.stringify(items).includes(gone.orderId), count]).toEqual([false, before.count - 1]);
  expect(JSON.stringify(items)).toContain(other.orderId);
  expect(await counted()).toBe(before.counted - 1);
  await named();
  const { rows } = await db.pool.query('select named_at as at from receipt_due where payment_id = $1', [
    gone.paymentId,
  ]);
  expect(rows).toEqual([{ at: null }]);
  expect(await payments('paid')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: gone.paymentId, waived: [{ kind: 'Paid', reason }] }),
      expect.objectContaining({ id: other.paymentId, waived: [] }),
    ]),
  );
});

it('is about the payment or about its refund', async () => {
  const { paymentId, orderId, transaction } = await missing();
  await waive(paymentId);
  await payme.call('CancelTransaction', { id: transaction, reason: 5 });
  await db.pool.query(`update receipt_due set since = since - interval '25 hours' where payment_id = $1`, [paymentId]);
  expect((await list()).items).toContainEqual(expect.objectContaining({ reference: orderId, kind: 'Refunded' }));
  expect((await waive(paymentId, { kind: 'Refunded', reason: 'Его тоже' })).status).toBe(200);
  expect(JSON.stringify((await list()).items)).not.toContain(orderId);
  const waived = [
    { kind: 'Paid', reason },
    { kind: 'Refunded', reason: 'Его тоже' },
  ];
  expect(await payments('refunded')).toContainEqual(expect.objectContaining({ id: paymentId, waived }));
});

it('gives way to a receipt that comes all the same, or that an admin has found', async () => {
  const reported = await missing();
  await waive(reported.paymentId);
  await report(reported.transaction);
  const found = await missing();
  await waive(found.paymentId);
  const body = { paymentId: found.paymentId, kind: 'Paid', sign: '5', qrUrl: null };
  expect((await shop.app.request('PUT Receipt/Registered', { body }, admin)).status).toBe(200);
  for (const [paymentId, sign] of [
    [reported.paymentId, '800031554082'],
    [found.paymentId, '5'],
  ] as const) {
    expect(await signs(paymentId)).toEqual([{ kind: 'Paid', sign }]);
    expect(await payments('paid')).toContainEqual(expect.objectContaining({ id: paymentId, waived: [] }));
    const stored = { status: 404, message: expect.stringMatching(/^Чек этого платежа уже есть/) };
    expect(why(await waive(paymentId))).toMatchObject(stored);
  }
});

it('at the moment at which the receipt comes leaves the receipt', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { paymentId, transaction } = await missing();
    const [answer] = await Promise.all([waive(paymentId), report(transaction)]);
    expect([200, 404]).toContain(answer.status);
    expect(await signs(paymentId)).toHaveLength(1);
    const { rows } = await db.pool.query('select from receipt_due where payment_id = $1', [paymentId]);
    expect(rows).toEqual([]);
  }
});
