import { afterAll, describe, expect, it, vi } from 'vitest';
import { orderJobs } from '#app/orders/orders.server.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { openStripeShop } from '#test/support/money/stripe-caller.ts';
import { openedOf } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';

const stripe = await openStripeShop();
afterAll(() => stripe.shop.app.close());

async function runJob(wanted: string): Promise<void> {
  const { db, opora } = stripe.shop.app;
  await orderJobs(db, opora.areas.payments)
    .find(({ name }) => name === wanted)
    ?.run();
}

/** Waits until all that Stripe has taken for a session is back. */
async function isBack(paymentUrl: string): Promise<void> {
  await until(async () => {
    await runJob('payments of cancelled orders');
    const { amount, charges, refunds } = await stripe.standIn.sessionOf(paymentUrl);
    return charges === 1 && refunds.reduce((sum, one) => sum + one.amount, 0) === amount;
  }, 30_000);
}

const cancel = (orderId: string, { token }: SignedIn) =>
  stripe.shop.app.api('POST Order/Cancel', { query: { orderId } }, { token });

describe('the session of an order that is cancelled', () => {
  it('is closed, and nobody can pay it any more', async () => {
    const { orders, standIn } = stripe;
    const { who, orderId, paymentUrl, paymentId } = await orders.placed();
    expect((await cancel(orderId, who)).status).toBe(200);
    expect(await orders.row(paymentId)).toMatchObject({ status: 'Expired', problem: null });
    expect(await standIn.pay(paymentUrl)).toBe(409);
    expect(await standIn.sessionOf(paymentUrl)).toMatchObject({ status: 'expired', charges: 0 });
  });

  it('is closed by the background job, too', async () => {
    const { shop, orders, standIn } = stripe;
    const { orderId, paymentUrl, status } = await orders.placed();
    const overdue = `update shop_order set pay_until = now() - interval '1 second' where id = $1`;
    await shop.app.db.pool.query(overdue, [orderId]);
    await runJob('unpaid orders');
    expect(await status()).toBe('Cancelled');
    expect(await standIn.pay(paymentUrl)).toBe(409);
  });

  it('and that was paid meanwhile pays it, so that it is not cancelled', async () => {
    const { orders, standIn } = stripe;
    const { who, orderId, paymentUrl, total, status } = await orders.placed();
    stripe.cut(true);
    await standIn.pay(paymentUrl);
    expect(await cancel(orderId, who)).toMatchObject({ status: 409, body: { error: { code: 'WrongTransition' } } });
    stripe.cut(false);
    expect(await status()).toBe('Paid');
    expect(await orders.posted(orderId)).toBe(total);
  });

  it('at the moment of a payment is paid and pays the order, or is closed', async () => {
    const { orders, standIn } = stripe;
    for (let round = 0; round < 6; round += 1) {
      const { who, orderId, total, paymentUrl, status } = await orders.placed();
      const acts = [() => cancel(orderId, who), () => standIn.pay(paymentUrl)];
      await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
      await until(async () => (await status()) !== 'AwaitingPayment');
      const isPaid = (await status()) === 'Paid';
      expect(await standIn.sessionOf(paymentUrl)).toMatchObject({ charges: isPaid ? 1 : 0, refunds: [] });
      await until(async () => (await orders.posted(orderId)) === (isPaid ? total : 0));
    }
  });
});

it('a payment that is opened while its order is cancelled is not given to the buyer', async () => {
  const { shop, orders } = stripe;
  const { who, orderId, pay, status } = await orders.placed('gateway');
  const { payments } = shop.app.opora.areas;
  const open = payments.openPayment.bind(payments);
  vi.spyOn(payments, 'openPayment').mockImplementationOnce(async (...asked) => {
    const write = await open(...asked);
    expect((await cancel(orderId, who)).status).toBe(200);
    return write;
  });
  expect(await pay('stripe')).toMatchObject({ status: 409, body: { error: { code: 'WrongTransition' } } });
  expect(await status()).toBe('Cancelled');
});

describe('money that comes too late', () => {
  it('from a bank for a cancelled order is refunded', async () => {
    const { orders, standIn } = stripe;
    const { who, orderId, paymentUrl, status } = await orders.placed();
    await standIn.pay(paymentUrl, 'bank');
    expect((await cancel(orderId, who)).status).toBe(200);
    await standIn.act(paymentUrl, 'approve');
    await isBack(paymentUrl);
    expect(await status()).toBe('Cancelled');
    await until(async () => (await orders.posted(orderId)) === 0);
  });

  it('from a bank, beside a card that has paid the order, is refunded, and the card’s stays', async () => {
    const { shop, orders, standIn } = stripe;
    const { orderId, total, paymentUrl, pay, status } = await orders.placed();
    await standIn.pay(paymentUrl, 'bank');
    const { paymentUrl: byCard } = openedOf(await pay('gateway'));
    await shop.charge(byCard);
    await until(async () => (await status()) === 'Paid');
    await standIn.act(paymentUrl, 'approve');
    await isBack(paymentUrl);
    expect(await status()).toBe('Paid');
    await until(async () => (await orders.posted(orderId)) === total);
  });

  it('for a session that has expired here is taken all the same', async () => {
    const { shop, orders, standIn } = stripe;
    const { orderId, total, paymentUrl, paymentId, status } = await orders.placed();
    await shop.app.db.pool.query(`update payment set status = 'Expired', next_check_at = null where id = $1`, [
      paymentId,
    ]);
    await standIn.pay(paymentUrl);
    expect(await status()).toBe('Paid');
    expect(await orders.posted(orderId)).toBe(total);
  });
});
