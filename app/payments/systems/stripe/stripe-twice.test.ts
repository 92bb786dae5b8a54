import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { orderJobs } from '#app/orders/orders.server.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { openStripeShop } from '#test/support/money/stripe-caller.ts';
import { openedOf } from '#test/support/shop-fixture.ts';

const stripe = await openStripeShop();
const { orders, standIn } = stripe;
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => stripe.shop.app.close());

/** Two tabs that ask to pay one order: the second one after the turn of the hour, before the session of the first is stored. */
async function openedAtTheTurn() {
  const placed = await orders.placed('gateway');
  const { payments } = stripe.shop.app.opora.areas;
  const open = payments.openPayment.bind(payments);
  const now = Date.now.bind(Date);
  let second = '';
  vi.spyOn(payments, 'openPayment').mockImplementationOnce(async (...asked) => {
    const write = await open(...asked);
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
    second = openedOf(await placed.pay('stripe')).paymentUrl;
    vi.mocked(Date.now).mockRestore();
    return write;
  });
  const first = openedOf(await placed.pay('stripe')).paymentUrl;
  return { ...placed, urls: [first, second] as const };
}

/** What Stripe has of a session: charges less refunds. */
async function leftOf(paymentUrl: string): Promise<number> {
  const { amount, charges, refunds } = await standIn.sessionOf(paymentUrl);
  return charges * amount - refunds.reduce((sum, one) => sum + one.amount, 0);
}

describe('two sessions of one order, opened at the turn of an hour', () => {
  it.each(['one after the other', 'at once'])('are paid, and the second one is refunded: %s', async (how) => {
    const { orderId, total, urls, status } = await openedAtTheTurn();
    expect(new Set(urls).size).toBe(2);
    if (how === 'at once') await Promise.all(urls.map((url) => standIn.pay(url)));
    else for (const url of urls) await standIn.pay(url);
    const { db, opora } = stripe.shop.app;
    const job = orderJobs(db, opora.areas.payments).find(({ name }) => name === 'payments of cancelled orders');
    await until(async () => {
      await job?.run();
      const left = await Promise.all(urls.map(leftOf));
      return left.includes(0) && left.includes(total);
    }, 30_000);
    expect(await status()).toBe('Paid');
    await until(async () => (await orders.posted(orderId)) === total);
  });
});
