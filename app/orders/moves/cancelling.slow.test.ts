import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Payments } from '#app/payments/payments.server.ts';
import { cards, until } from '#test/support/money/money-fixture.ts';
import { QuestionClock } from '#test/support/money/question-clock.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { numberOf } from '../order-status.ts';
import { orderJobs } from '../orders.server.ts';

let buyer: SignedIn;
const shop = await openShop({ processClock: new QuestionClock(() => shop.app.db) });
afterAll(() => shop.app.close());
beforeEach(async () => {
  buyer = await shop.person();
});
afterEach(() => setFaults({}));

const setFaults = (faults: unknown) =>
  fetch(`${shop.app.sandbox.url}/control/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });

const cancel = (orderId: string, { token }: SignedIn) =>
  shop.app.api('POST Order/Cancel', { query: { orderId } }, { token });
const payments = () => shop.app.opora.areas.payments;

/** Runs the background job as if its pause were over. */
async function sweep(asked: Payments = payments()): Promise<void> {
  await shop.app.db.execute(
    sql`update shop_order set pay_until = now() - interval '1 second' where status = 1 and pay_until < now() + interval '2 minutes'`,
  );
  await orderJobs(shop.app.db, asked)
    .find(({ name }) => name === 'unpaid orders')
    ?.run();
}

const overdue = (orderId: string) =>
  shop.app.db.execute(sql`update shop_order set pay_until = now() - interval '1 second' where id = ${orderId}`);

async function paymentStatuses(orderId: string): Promise<string[]> {
  const { rows } = await shop.app.db.execute<{ status: string }>(
    sql`select status from payment where reference = ${orderId} order by created_at`,
  );
  return rows.map(({ status }) => status);
}

/** An order of the only piece in stock. */
async function lastPiece() {
  const productId = await shop.product({ stock: 1 });
  return { productId, ...(await shop.placed(buyer, [{ productId }])) };
}

/** An order that is paid at the provider, whose callback is lost. */
async function paidInSilence() {
  const order = await lastPiece();
  await shop.charge(order.paymentUrl, cards.silent);
  await shop.sendCode(order.paymentUrl);
  return order;
}

const paymentUnknown = { status: 409, body: { error: { code: 'PaymentUnknown' } } };

describe('while it is unknown whether it is paid, an order', () => {
  test.each(['down', 'error500', 'lost-answer', 'lie-amount'])(
    'is not cancelled (%s), and stays paid if it was',
    async (mode) => {
      const { orderId, productId } = await paidInSilence();
      await setFaults({ mode });
      expect(await cancel(orderId, buyer)).toMatchObject(paymentUnknown);
      expect(await cancel(orderId, buyer)).toMatchObject(paymentUnknown);
      const held = { statusName: 'AwaitingPayment', isCancelling: true, payUntil: null };
      expect(await shop.orderFor(buyer, orderId)).toMatchObject(held);
      await sweep();
      expect(await shop.orderFor(buyer, orderId)).toMatchObject(held);
      await setFaults({});
      await sweep();
      expect(await shop.orderFor(buyer, orderId)).toMatchObject({ statusName: 'Paid', isCancelling: false });
      expect([await paymentStatuses(orderId), await shop.stockOf(productId)]).toEqual([['Paid'], 0]);
      await shop.app.db.execute(sql`update payment set problem = null where reference = ${orderId}`);
    },
  );

  test('is cancelled for its buyer once it is known to be unpaid', async () => {
    const { orderId, productId } = await lastPiece();
    await setFaults({ mode: 'hang' });
    expect(await cancel(orderId, buyer)).toMatchObject(paymentUnknown);
    expect(await shop.stockOf(productId)).toBe(0);
    await setFaults({});
    await sweep();
    const { statusName, isCancelling, history } = await shop.orderFor(shop.staff, orderId);
    expect({ statusName, isCancelling }).toEqual({ statusName: 'Cancelled', isCancelling: false });
    expect(history.at(-1)).toMatchObject({ statusName: 'Cancelled', by: 'buyer' });
    expect(await shop.stockOf(productId)).toBe(1);
  });

  test.each([
    ['cancelling', (orderId: string) => cancel(orderId, shop.staff), 'POST Order/Cancel'],
    ['the list of states', (orderId: string) => shop.move(shop.staff, orderId, 'Cancelled'), 'PUT Order/UserOders'],
  ])('is cancelled later for staff who asked by %s, which is audited', async (_, ask, name) => {
    const { orderId } = await lastPiece();
    await setFaults({ mode: 'down' });
    expect(await ask(orderId)).toMatchObject(paymentUnknown);
    const { rows } = await shop.app.db.execute<{ call: string; details: unknown }>(
      sql`select call, details from audit where subject = ${orderId}`,
    );
    const { number } = await shop.orderFor(shop.staff, orderId);
    const statusBefore = numberOf('AwaitingPayment');
    expect(rows).toEqual([{ call: name, details: { number, statusBefore, isPaymentUnknown: true } }]);
    await setFaults({});
    await sweep();
    expect((await shop.orderFor(shop.staff, orderId)).history.at(-1)).toMatchObject({
      statusName: 'Cancelled',
      by: 'staff',
      userName: expect.any(String),
    });
  });

  test('cannot get another payment once its cancellation was requested', async () => {
    const { orderId } = await lastPiece();
    await setFaults({ mode: 'down' });
    await cancel(orderId, buyer);
    await setFaults({});
    expect(await shop.askToPay(buyer, { orderId, expectedTotal: 100_000 })).toMatchObject({
      status: 409,
      body: { error: { code: 'WrongTransition', message: expect.stringContaining('отменяется') } },
    });
  });

  test('is cancelled at once when its payment is final or unknown to the provider', async () => {
    const failed = await lastPiece();
    const stranger = await lastPiece();
    await shop.app.db.execute(
      sql`update payment set status = 'Failed', next_check_at = null where reference = ${failed.orderId}`,
    );
    await shop.app.db.execute(sql`update payment set provider_id = 'nobody' where reference = ${stranger.orderId}`);
    expect(await cancel(stranger.orderId, buyer)).toMatchObject({ status: 200 });
    await setFaults({ mode: 'down' });
    expect(await cancel(failed.orderId, buyer)).toMatchObject({ status: 200 });
  });

  test('is not cancelled when its payment has expired by our clock only', async () => {
    const { orderId } = await lastPiece();
    await shop.app.db.execute(sql`update payment set status = 'Expired' where reference = ${orderId}`);
    await setFaults({ mode: 'down' });
    expect(await cancel(orderId, buyer)).toMatchObject(paymentUnknown);
  });
});

describe('the background job', () => {
  test('cancels no order while it is unknown whether it is paid', async () => {
    const unpaid = await lastPiece();
    const paid = await paidInSilence();
    await setFaults({ mode: 'down' });
    for (const { orderId } of [unpaid, paid]) await overdue(orderId);
    await sweep();
    expect(await shop.statusOf(buyer, unpaid.orderId)).toBe('AwaitingPayment');
    expect(await shop.statusOf(buyer, paid.orderId)).toBe('AwaitingPayment');
    await setFaults({});
    await sweep();
    expect(await shop.statusOf(buyer, unpaid.orderId)).toBe('Cancelled');
    expect(await shop.statusOf(buyer, paid.orderId)).toBe('Paid');
  });

  test('continues after an order that fails, and reports it', async () => {
    const orders = [await lastPiece(), await lastPiece(), await lastPiece()];
    const [first] = orders;
    for (const { orderId } of orders) await overdue(orderId);
    const failing = Object.assign(Object.create(payments()) as Payments, {
      leavePayment: async (reference: string) => {
        if (reference === first?.orderId) throw new Error('the first one fails');
        return payments().leavePayment(reference);
      },
      readPayment: payments().readPayment.bind(payments()),
    });
    await expect(sweep(failing)).rejects.toThrow('the first one fails');
    const statuses = await Promise.all(orders.map(({ orderId }) => shop.statusOf(buyer, orderId)));
    expect(statuses).toEqual(['AwaitingPayment', 'Cancelled', 'Cancelled']);
  });
});

describe('at the same moment', () => {
  /** The order is cancelled and refunded, or paid; its piece is in stock or sold accordingly. */
  async function endOf({ orderId, productId }: { orderId: string; productId: string }) {
    await until(async () => {
      const status = await shop.statusOf(buyer, orderId);
      const [payment] = await paymentStatuses(orderId);
      return status === 'Paid' ? payment === 'Paid' : status === 'Cancelled' && payment === 'Refunded';
    });
    const { statusName, history } = await shop.orderFor(buyer, orderId);
    return { statusName, steps: history.length, stock: await shop.stockOf(productId) };
  }

  test('buyer, staff and the background job cancel an order that is being paid', async () => {
    const isPaid = { statusName: 'Paid', steps: 2, stock: 0 };
    const isCancelled = { statusName: 'Cancelled', steps: 2, stock: 1 };
    const ends: unknown[] = [];
    for (let round = 0; round < 6; round += 1) {
      const order = await lastPiece();
      const { orderId, paymentUrl } = order;
      const answers = await Promise.all([
        shop.charge(paymentUrl),
        ...[1, 2, 3].map(() => cancel(orderId, buyer)),
        ...[1, 2].map(() => cancel(orderId, shop.staff)),
        shop.move(shop.staff, orderId, 'Cancelled'),
      ]);
      const cancelled = answers.slice(1).filter(({ status }) => status === 200);
      expect(cancelled.length).toBeLessThanOrEqual(1);
      ends.push(await endOf(order));
      expect(ends.at(-1)).toEqual(cancelled.length === 1 ? isCancelled : isPaid);
    }
    expect(ends).toContainEqual(isPaid);
  });

  test('many cancel while the provider is available now and then', async () => {
    const orders = [await paidInSilence(), await paidInSilence(), await paidInSilence()];
    await setFaults({ mode: 'down' });
    const first = await Promise.all(orders.flatMap(({ orderId }) => [1, 2, 3].map(() => cancel(orderId, buyer))));
    expect(first.every(({ status }) => status === 409)).toBe(true);
    await setFaults({});
    await Promise.all([
      ...orders.flatMap(({ orderId }) => [cancel(orderId, buyer), cancel(orderId, shop.staff)]),
      sweep(),
      sweep(),
    ]);
    for (const order of orders) expect(await endOf(order)).toMatchObject({ statusName: 'Paid', stock: 0 });
  });
});
