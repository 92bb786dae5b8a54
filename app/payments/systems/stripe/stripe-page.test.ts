import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { until } from '#test/support/money/money-fixture.ts';
import { openStripeShop } from '#test/support/money/stripe-caller.ts';
import { stripeCards, stripeEnv } from '#test/support/money/stripe-scene.ts';
import { openedOf } from '#test/support/shop-fixture.ts';

// The first key was taken back: the next one is tried.
const stripe = await openStripeShop({ STRIPE_SECRET_KEY: `sk_test_taken_back_0,${stripeEnv.STRIPE_SECRET_KEY}` });
const { shop, standIn, orders } = stripe;
afterEach(async () => {
  stripe.cut(false);
  await standIn.mode('ok');
});
afterAll(() => shop.app.close());

const sessionsOf = async (orderId: string) =>
  (await standIn.read()).sessions.filter(({ key }) => key.includes(orderId));

async function paid() {
  const one = await orders.placed();
  await standIn.pay(one.paymentUrl);
  await until(async () => (await one.status()) === 'Paid');
  return one;
}

describe('a session', () => {
  it('is the same one however often its opening is repeated and its answer lost', async () => {
    const { who, orderId, pay } = await orders.placed('gateway');
    await standIn.mode('silent');
    expect(await pay('stripe')).toMatchObject({ status: 503, body: { error: { code: 'PaymentProviderUnavailable' } } });
    await standIn.mode('ok');
    const opened = await Promise.all([pay('stripe'), pay('stripe'), pay('stripe')]);
    expect(new Set(opened.map((answer) => openedOf(answer).paymentUrl)).size).toBe(1);
    expect(await sessionsOf(orderId)).toHaveLength(1);
    await standIn.pay(openedOf(await pay('stripe')).paymentUrl);
    await shop.reaches(who, orderId, 'Paid');
  });

  it('is closed when its payer turns to another system', async () => {
    const { paymentUrl, paymentId, pay } = await orders.placed();
    openedOf(await pay('gateway'));
    expect(await standIn.sessionOf(paymentUrl)).toMatchObject({ status: 'expired' });
    expect(await orders.row(paymentId)).toMatchObject({ status: 'Expired' });
    expect(await standIn.pay(paymentUrl)).toBe(409);
  });

  it('that was paid meanwhile stays paid, and no other payment is opened', async () => {
    const { paymentUrl, paymentId, orderId, status, pay } = await orders.placed();
    stripe.cut(true);
    await standIn.pay(paymentUrl);
    expect((await pay('gateway')).body).toMatchObject({ data: { paymentId } });
    expect(await status()).toBe('Paid');
    const { rows } = await shop.app.db.pool.query('select 1 from payment where reference = $1', [orderId]);
    expect(rows).toHaveLength(1);
  });

  it('whose time is over is followed by another one', async () => {
    const { paymentUrl, paymentId, pay, status } = await orders.placed();
    await standIn.act(paymentUrl, 'expire');
    expect(await orders.row(paymentId)).toMatchObject({ status: 'Expired' });
    const second = openedOf(await pay('stripe'));
    expect(second.paymentUrl).not.toBe(paymentUrl);
    expect(await standIn.pay(second.paymentUrl, 'complete')).toBe(303);
    expect(await status()).toBe('Paid');
  });

  it('lets the payer try another card after a refusal, also of the question whether it is he', async () => {
    const { paymentUrl, status } = await orders.placed();
    expect(await standIn.pay(paymentUrl, stripeCards.declined)).toBe(402);
    expect(await standIn.pay(paymentUrl, stripeCards.authenticates)).toBe(200);
    expect(await standIn.pay(paymentUrl, 'fail')).toBe(402);
    expect(await status()).toBe('AwaitingPayment');
    expect(await standIn.pay(paymentUrl)).toBe(303);
    expect(await status()).toBe('Paid');
  });

  it('is not opened over a sum that Stripe does not take, and the buyer can choose another system', async () => {
    const dear = await shop.product({ stock: null, price: 1_500_000 });
    const who = await shop.person();
    const { orderId } = await shop.ready(who, [{ productId: dear }]);
    const pay = (system: string) => shop.askToPay(who, { orderId, expectedTotal: 1_500_000, system });
    expect(await pay('stripe')).toMatchObject({ status: 409, body: { error: { code: 'AmountNotTaken' } } });
    openedOf(await pay('gateway'));
  });
});

describe('a dispute', () => {
  it('is shown to an operator and refuses a refund; a lost one is a refund', async () => {
    const { paymentUrl, paymentId, orderId, status } = await paid();
    await standIn.act(paymentUrl, 'dispute');
    const problem = expect.stringMatching(/^Dispute du_\w+ needs_response$/);
    expect(await orders.row(paymentId)).toMatchObject({ status: 'Paid', problem });
    expect(await orders.refund(orderId)).toBe(409);
    expect(await status()).toBe('Paid');
    await standIn.act(paymentUrl, 'lose');
    expect(await status()).toBe('Refunded');
    expect(await orders.posted(orderId)).toBe(0);
    expect(await orders.row(paymentId)).toMatchObject({ problem: expect.stringContaining('lost') });
  });

  it('that was won leaves the payment paid', async () => {
    const { paymentUrl, paymentId, orderId, total } = await paid();
    await standIn.act(paymentUrl, 'dispute');
    await standIn.act(paymentUrl, 'win');
    expect(await orders.row(paymentId)).toMatchObject({ status: 'Paid', problem: expect.stringContaining('won') });
    expect(await orders.posted(orderId)).toBe(total);
  });
});
