import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refundRefused } from '#app/payments/payment-failures.ts';
import { ProviderRefusal, ProviderUnavailable } from '#app/payments/payment-system.server.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { PaymentFixture, said } from '#test/support/money/payment-fixture.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import { cancelUnpaid } from './cancelling.server.ts';
import { returnLatePayments } from './late-payments.server.ts';

const placedOrders = 16;

/** Placed by an app that was closed afterwards, so that only the tests' background jobs touch them. */
async function placeOrders(databaseUrl: string): Promise<string[]> {
  const shop = await openShop({ databaseUrl });
  try {
    const productId = await shop.product({ stock: placedOrders });
    const ids: string[] = [];
    for (let at = 0; at < placedOrders; at += 1) {
      ids.push((await shop.placed(await shop.person(), [{ productId }])).orderId);
    }
    return ids;
  } finally {
    await shop.app.close();
  }
}

const database = await createTestDatabase();
const orderIds = await placeOrders(database.url);
const db = openDatabase({ url: database.url, max: 10 });
afterEach(() => db.execute(sql`delete from order_late_payment`));
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('late payments that always fail delay no other and are tried less and less often', async () => {
  const ids: string[] = Array.from({ length: 70 }, () => randomUUID());
  for (const [place, id] of ids.entries()) {
    await db.execute(sql`
      insert into order_late_payment (payment_id, order_id, amount, created_at)
      values (${id}, ${orderIds[0]}, 1000, now() - interval '1 day' + ${place} * interval '1 minute')`);
  }
  const failing = new Set(ids.slice(0, 60));
  const fine = ids.slice(60);
  const asked: string[] = [];
  const payments = {
    refundPayment: async (_: string, paymentId: string | null = null) => {
      asked.push(paymentId ?? '');
      if (failing.has(paymentId ?? '')) throw new Error('this one never goes back');
      await db.execute(sql`update order_late_payment set returned_at = now() where payment_id = ${paymentId}`);
      return 'Refunded' as const;
    },
  };
  for (let minute = 0; minute < 30; minute += 1) {
    await returnLatePayments(db, payments).catch(() => undefined);
    await db.execute(sql`update order_late_payment set next_try_at = next_try_at - interval '1 minute'`);
  }
  expect(asked.filter((id) => !failing.has(id)).sort()).toEqual(fine.toSorted());
  const tries = [...failing].map((id) => asked.filter((one) => one === id).length);
  expect([Math.min(...tries) >= 3, Math.max(...tries) <= 8]).toEqual([true, true]);
});

test('a late payment that the provider refuses for good is not tried again, unless another worker has begun to', async () => {
  const refused = randomUUID();
  const taken = randomUUID();
  for (const id of [refused, taken])
    await db.execute(
      sql`insert into order_late_payment (payment_id, order_id, amount) values (${id}, ${orderIds[0]}, 1000)`,
    );
  const asked: string[] = [];
  const payments = {
    refundPayment: async (_: string, paymentId: string | null = null) => {
      if (paymentId !== refused && paymentId !== taken) return 'Open' as const;
      asked.push(paymentId);
      if (paymentId === taken)
        await db.execute(sql`update order_late_payment set tries = tries + 1 where payment_id = ${taken}`);
      throw refundRefused();
    },
  };
  await returnLatePayments(db, payments);
  await db.execute(sql`update order_late_payment set next_try_at = next_try_at - interval '2 hours'`);
  await returnLatePayments(db, payments);
  expect(asked.toSorted()).toEqual([refused, taken, taken].toSorted());
});

describe('a late payment that is not booked as refunded after its last try', () => {
  const lie = { amount: minor(1) };
  type Opened = Parameters<typeof said>[0];
  test.each([
    ['queued', async (one: Opened) => said(one, 'paid'), 'RefundStopped paid'],
    ['reported impossibly', async (one: Opened) => said(one, 'refunded', lie), 'OtherAmount 1 500000'],
    ['refused', () => Promise.reject(new ProviderRefusal('-31621', 402, 'no')), 'RefundStopped -31621'],
  ])('is not tried for ever, and shown to the staff: %s', async (_, refund, problem) => {
    const fixture = new PaymentFixture({ url: database.url, db, close: database.drop });
    const one = await fixture.open();
    await fixture.payments.settle(said(one, 'paid'));
    const asked: string[] = [];
    fixture.provider.refund = async (id) => {
      asked.push(id);
      return refund(one);
    };
    await db.execute(sql`
      insert into order_late_payment (payment_id, order_id, amount, tries) values (${one.paymentId}, ${orderIds[0]}, 1000, 6)`);
    const problems: (string | null | undefined)[] = [];
    for (let hour = 0; hour < 4; hour += 1) {
      await returnLatePayments(db, fixture.payments);
      await db.execute(sql`update order_late_payment set next_try_at = next_try_at - interval '2 hours'`);
      problems.push((await fixture.rowOf(one.paymentId))?.problem);
    }
    expect([asked, problems.slice(1)]).toEqual([
      [one.id, one.id],
      [problem, problem, problem],
    ]);
    await fixture.payments.settle(said(one, 'refunded'));
    expect(await fixture.rowOf(one.paymentId)).toMatchObject({ status: 'Refunded', problem: null });
  });
});

test.each([
  ['does not answer', new ProviderUnavailable('silence')],
  ['refuses our key', new ProviderRefusal('Unauthorized', 401, 'no')],
])('a late payment is tried on where the system %s, which says nothing of it', async (_, failure) => {
  const fixture = new PaymentFixture({ url: database.url, db, close: database.drop });
  const one = await fixture.open();
  await fixture.payments.settle(said(one, 'paid'));
  fixture.provider.refund = () => Promise.reject(failure);
  await db.execute(sql`
    insert into order_late_payment (payment_id, order_id, amount, tries) values (${one.paymentId}, ${orderIds[0]}, 1000, 20)`);
  await returnLatePayments(db, fixture.payments);
  const { rows } = await db.execute(sql`select next_try_at < 'infinity' as "isTriedOn" from order_late_payment`);
  expect([rows, (await fixture.rowOf(one.paymentId))?.problem]).toEqual([[{ isTriedOn: true }], null]);
});

/** Makes unpaid orders overdue. */
async function overdue(ids: readonly string[]): Promise<void> {
  await db.execute(sql`update shop_order set pay_until = now() - interval '1 second' where id = any (${ids}::uuid[])`);
}

/** Payments whose provider answers «not paid» once `answer` is called. */
function slowPayments() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked: string[] = [];
  const leavePayment = async (orderId: string) => {
    asked.push(orderId);
    await promise;
    return null;
  };
  return { asked, answer: resolve, payments: { leavePayment, readPayment: async () => null } };
}

async function statuses(ids: readonly string[]): Promise<number[]> {
  const { rows } = await db.execute<{ status: number }>(
    sql`select status from shop_order where id = any (${ids}::uuid[])`,
  );
  return rows.map(({ status }) => status);
}

const awaitingPayment = 1;
const cancelled = 7;

test('a process claims no more unpaid orders than it asks about at once, so that another one continues with the rest', async () => {
  const ids = orderIds.slice(0, 12);
  await overdue(ids);
  const slow = slowPayments();
  const quick = slowPayments();
  const first = cancelUnpaid(db, slow.payments);
  await until(() => slow.asked.length === 8);
  quick.answer();
  await cancelUnpaid(db, quick.payments);
  expect([slow.asked.length, await statuses(ids.filter((id) => !slow.asked.includes(id)))]).toEqual([
    8,
    Array.from({ length: 4 }, () => cancelled),
  ]);
  slow.answer();
  await first;
  expect(new Set(await statuses(ids))).toEqual(new Set([cancelled]));
});

test('a process whose lease of an unpaid order has expired leaves the order to the new holder', async () => {
  const ids = orderIds.slice(12);
  await overdue(ids);
  const older = slowPayments();
  const newer = slowPayments();
  const first = cancelUnpaid(db, older.payments);
  await until(() => older.asked.length === ids.length);
  await overdue(ids);
  const second = cancelUnpaid(db, newer.payments);
  await until(() => newer.asked.length === ids.length);
  older.answer();
  await first;
  expect(new Set(await statuses(ids))).toEqual(new Set([awaitingPayment]));
  newer.answer();
  await second;
  expect(new Set(await statuses(ids))).toEqual(new Set([cancelled]));
});
