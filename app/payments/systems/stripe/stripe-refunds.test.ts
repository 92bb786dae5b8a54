import { afterAll, afterEach, expect, it } from 'vitest';
import { until } from '#test/support/money/money-fixture.ts';
import { openRefundFixture, refundDone } from '#test/support/money/refund-fixture.ts';
import { stripeOrders } from '#test/support/money/stripe-caller.ts';
import { stripeEnv, stripeStandIn } from '#test/support/money/stripe-scene.ts';
import { testSecrets } from '#test/support/start-app.ts';

const shop = await openRefundFixture({ env: stripeEnv });
const productId = await shop.product({ stock: null });
const standIn = stripeStandIn({ url: shop.app.sandbox.url, secret: testSecrets.payment });
const orders = stripeOrders(shop, () => productId);
afterEach(() => standIn.mode('ok'));
afterAll(() => shop.app.close());

async function paid(quantity = 1) {
  const one = await orders.placed('stripe', quantity);
  await standIn.pay(one.paymentUrl);
  await until(async () => (await one.status()) === 'Paid');
  return one;
}

const refund = async (orderId: string) => (await shop.giveAll(orderId)).status;

const refundsOf = async (paymentUrl: string) => (await standIn.sessionOf(paymentUrl)).refunds;

it('a refund that Stripe has not finished waits, is made once, and ends when Stripe reports it', async () => {
  const { paymentUrl, orderId, status } = await paid();
  await standIn.mode('pending-refunds');
  expect(await refund(orderId)).toBe(503);
  await standIn.mode('ok');
  await shop.dueNow();
  expect(await status()).toBe('Paid');
  expect(await refundsOf(paymentUrl)).toMatchObject([{ status: 'pending' }]);
  await standIn.act(paymentUrl, 'finish');
  expect(await status()).toBe('Refunded');
  expect(await orders.posted(orderId)).toBe(0);
  expect(await refundsOf(paymentUrl)).toHaveLength(1);
});

it('a refund whose answer was lost is made once', async () => {
  const { paymentUrl, orderId, status } = await paid();
  await standIn.mode('silent');
  expect(await refund(orderId)).toBe(503);
  await standIn.mode('ok');
  await shop.dueNow();
  await until(async () => (await status()) === 'Refunded');
  expect(await refundsOf(paymentUrl)).toHaveLength(1);
});

it('a refund that the payer’s bank sends back leaves the order paid, for an operator', async () => {
  const { paymentUrl, paymentId, orderId, total, status } = await paid();
  await standIn.mode('pending-refunds');
  expect(await refund(orderId)).toBe(503);
  await standIn.act(paymentUrl, 'bounce');
  const problem = expect.stringMatching(/^RefundFailed re_\w+$/);
  expect(await orders.row(paymentId)).toMatchObject({ status: 'Paid', problem });
  await shop.dueNow();
  expect(await status()).toBe('Paid');
  expect(await orders.row(paymentId)).toMatchObject({ problem: 'RefundRefused RefundElsewhere' });
  expect(await orders.posted(orderId)).toBe(total);
});

it('one that comes back after it was made is shown to an operator, and the books stay', async () => {
  const { paymentUrl, paymentId, orderId, status } = await paid();
  expect(await refund(orderId)).toBe(200);
  expect(await status()).toBe('Refunded');
  await standIn.act(paymentUrl, 'bounce');
  const problem = expect.stringMatching(/^RefundFailed re_\w+$/);
  expect(await orders.row(paymentId)).toMatchObject({ status: 'Refunded', problem });
  expect(await orders.posted(orderId)).toBe(0);
});

it('a part is refunded once, and then the rest', async () => {
  const { paymentUrl, paymentId, orderId, total, status } = await paid(2);
  expect(await shop.give(orderId, [{ productId, quantity: 1 }])).toMatchObject(refundDone);
  expect(await orders.row(paymentId)).toMatchObject({ status: 'Paid', problem: null, refunded: total / 2 });
  expect(await refundsOf(paymentUrl)).toMatchObject([{ amount: total / 2, status: 'succeeded' }]);
  expect(await refund(orderId)).toBe(200);
  expect(await status()).toBe('Refunded');
  const back = (await refundsOf(paymentUrl)).reduce((sum, { amount }) => sum + amount, 0);
  expect(back).toBe(total);
});

it('a part whose answer was lost is refunded once, also after Stripe has forgotten the key of the request', async () => {
  const { paymentUrl, paymentId, orderId, total } = await paid(2);
  await standIn.mode('silent');
  await shop.give(orderId, [{ productId, quantity: 1 }]);
  await standIn.mode('forgetful');
  await shop.dueNow();
  await until(async () => (await orders.row(paymentId))?.refunded === total / 2);
  expect(await refundsOf(paymentUrl)).toMatchObject([{ amount: total / 2 }]);
});

/** What the ledger says the system still has of a payment, with its parts. */
async function leftInBooks(paymentId: string, orderId: string): Promise<number | undefined> {
  const { rows } = await shop.app.db.pool.query<{ sum: number }>(
    `select -coalesce(sum(e.amount), 0)::bigint as sum from entry e join posting p on p.id = e.posting_id
     join account a on a.id = e.account_id where a.kind = 'provider'
       and (p.reference = $2 or p.reference in (select id from payment_refund where payment_id = $1))`,
    [paymentId, orderId],
  );
  return rows[0]?.sum;
}

it.each([1, 2])(
  'a dispute that is lost after a refund of %s of 2 pieces takes no more than the payment',
  async (quantity) => {
    const { paymentUrl, paymentId, orderId, total, status } = await paid(2);
    expect(await shop.give(orderId, [{ productId, quantity }])).toMatchObject(refundDone);
    await standIn.act(paymentUrl, 'dispute');
    await standIn.act(paymentUrl, 'lose');
    await until(async () => (await status()) === 'Refunded');
    expect(await orders.row(paymentId)).toMatchObject({ problem: expect.stringMatching(/^Dispute du_\w+ lost$/) });
    expect(await leftInBooks(paymentId, orderId)).toBe(0);
    expect((await orders.row(paymentId))?.refunded).toBeLessThanOrEqual(total);
    expect(await refund(orderId), 'nothing is left').not.toBe(503);
    expect(await refundsOf(paymentUrl)).toHaveLength(1);
  },
);

it('a dispute that is lost while a refund is not finished takes the whole payment, once', async () => {
  const { paymentUrl, paymentId, orderId, status } = await paid(2);
  await standIn.mode('pending-refunds');
  await shop.give(orderId, [{ productId, quantity: 1 }]);
  await standIn.mode('ok');
  await standIn.act(paymentUrl, 'dispute');
  await standIn.act(paymentUrl, 'lose');
  await until(async () => (await status()) === 'Refunded');
  await standIn.act(paymentUrl, 'finish');
  await shop.dueNow();
  expect(await status()).toBe('Refunded');
  expect(await leftInBooks(paymentId, orderId)).toBe(0);
});

it('a part for which Stripe has not enough left is refused, and what was refunded there is booked', async () => {
  const { paymentUrl, paymentId, orderId, total, status } = await paid(3);
  await standIn.mode('down');
  await shop.give(orderId, [{ productId, quantity: 2 }]);
  await standIn.mode('ok');
  await standIn.refundPart(paymentUrl, (total / 3) * 2);
  await shop.dueNow();
  await until(async () => {
    await shop.app.db.pool.query('update payment set next_check_at = now() where id = $1', [paymentId]);
    return (await orders.row(paymentId))?.refunded === (total / 3) * 2;
  });
  expect(await refundsOf(paymentUrl)).toHaveLength(1);
  expect(await leftInBooks(paymentId, orderId)).toBe(total / 3);
  expect(await status()).toBe('Paid');
  expect(await refund(orderId)).toBe(200);
  expect(await leftInBooks(paymentId, orderId)).toBe(0);
});
