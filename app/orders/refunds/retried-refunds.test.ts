import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { askAgain } from '#test/support/money/ask-again.ts';
import { openRefundStage } from '#test/support/money/refund-stage.ts';
import { numberOf } from '../order-status.ts';

const shop = await openRefundStage();

const line = async () => ({ productId: await shop.product({ stock: 5 }), quantity: 1 });
const bought = async () => {
  const one = await line();
  return { one, ...(await shop.bought(shop.buyer, [{ ...one, quantity: 2 }])) };
};

/** Lets the last try of the refunds of an order fail, as the provider does now. */
async function stop(orderId: string): Promise<void> {
  await shop.app.db.execute(
    sql`update shop_order set refund_tries = 7 where id = ${orderId} and refund_next_at is not null`,
  );
  await shop.app.db.execute(sql`
    update payment_refund r set tries = 7 from payment p
    where p.id = r.payment_id and p.reference = ${orderId} and r.state = 'Wanted'`);
  await shop.dueNow();
}

const retry = (orderId: string, who = shop.staff) =>
  shop.app.api('POST Order/RetryRefund', { body: { orderId } }, { token: who.token });
const stateOf = async (orderId: string, who = shop.staff) => {
  const { isRefunding, isRefundStopped, paymentProblem, refunds } = await shop.orderFor(who, orderId);
  return { isRefunding, isRefundStopped, paymentProblem, parts: refunds.map(({ state }) => state) };
};

/** A refund of all, and one of some pieces, that the provider answers and does not make. */
const refunds = [
  ['of all money', async ({ orderId }: { orderId: string }) => void (await shop.giveAll(orderId)), 'Refunded'],
  [
    'of some pieces',
    async ({ orderId, one }: Awaited<ReturnType<typeof bought>>) => void (await shop.give(orderId, [one])),
    'Paid',
  ],
] as const;

/** How the provider answers without making a refund, and what the staff reads of it. */
const answers = [
  ['lie-amount', 'OtherAmount'],
  ['refuse-refunds', 'RefundRefused'],
] as const;

const cases = refunds.flatMap(([what, ask, status]) =>
  answers.map((answer) => [what, ...answer, ask, status] as const),
);

describe.each(cases)('a refund %s whose tries have ended (%s)', (_what, mode, reason, ask, status) => {
  async function stopped() {
    const order = await bought();
    await shop.faults({ mode });
    await ask(order);
    await stop(order.orderId);
    return order;
  }

  test('says so to the staff, with the reason, and is made when they ask again', async () => {
    const { orderId } = await stopped();
    const shown = { isRefundStopped: true, paymentProblem: expect.stringContaining(reason) };
    expect(await stateOf(orderId)).toMatchObject(shown);
    expect(await stateOf(orderId, shop.buyer)).toMatchObject({ isRefundStopped: false, paymentProblem: null });
    await shop.faults({});
    expect(await retry(orderId)).toMatchObject({ status: 200 });
    await shop.reaches(shop.buyer, orderId, status);
    expect(await stateOf(orderId)).toMatchObject({ isRefunding: false, isRefundStopped: false });
    expect((await stateOf(orderId)).parts.every((state) => state === 'Done')).toBe(true);
    const { rows } = await shop.app.db.execute(sql`
      select actor_id as actor, details from audit where call = 'POST Order/RetryRefund' and subject = ${orderId}`);
    const { number } = await shop.orderFor(shop.staff, orderId);
    expect(rows).toEqual([{ actor: shop.staff.userId, details: { number, statusBefore: numberOf('Paid') } }]);
  });

  test('stays stopped where the provider answers as before, and may be asked for again', async () => {
    const { orderId } = await stopped();
    await retry(orderId);
    expect(await stateOf(orderId)).toMatchObject({ isRefundStopped: true });
    await shop.faults({});
    const again = await Promise.all([retry(orderId), retry(orderId), retry(orderId)]);
    expect(again.map(({ status: code }) => code).toSorted()).toEqual([200, 409, 409]);
    expect(again.find(({ status: code }) => code === 409)?.body).toMatchObject({
      error: { code: 'RefundNotStopped' },
    });
    await shop.reaches(shop.buyer, orderId, status);
  });

  test('goes on by itself where the provider does not answer', async () => {
    const { orderId } = await stopped();
    await shop.faults({ mode: 'down' });
    await retry(orderId);
    expect(await stateOf(orderId)).toMatchObject({ isRefundStopped: false });
    await shop.faults({});
    await shop.dueNow();
    await shop.reaches(shop.buyer, orderId, status);
    expect(await stateOf(orderId)).toMatchObject({ isRefunding: false, isRefundStopped: false });
  });
});

test('only the staff ask again, and only for what is stopped', async () => {
  const { orderId } = await bought();
  expect(await retry(orderId, shop.buyer)).toMatchObject({ status: 403 });
  expect(await retry(orderId)).toMatchObject({ status: 409, body: { error: { code: 'RefundNotStopped' } } });
  expect(await retry('019a1b2c-3d4e-7f5a-8b6c-7d8e9f0a1b2c')).toMatchObject({ status: 404 });
  await shop.faults({ mode: 'down' });
  await shop.giveAll(orderId);
  expect(await retry(orderId), 'it is under way').toMatchObject({ status: 409 });
});

test('what the provider has refused for good is shown to the staff at the order', async () => {
  const { orderId, paymentUrl, one } = await bought();
  // Refunded at the provider, without a callback yet.
  await shop.faults({ callbacks: 'drop' });
  await shop.giveAtProvider(paymentUrl, 15_000_000);
  expect((await shop.give(orderId, [one])).status).toBe(409);
  const paymentProblem = 'PartRefused RefundTooLarge';
  expect(await stateOf(orderId)).toMatchObject({ isRefundStopped: false, paymentProblem, parts: ['Refused'] });
  expect(await stateOf(orderId, shop.buyer)).toMatchObject({ paymentProblem: null, parts: [] });
  await shop.app.db.execute(sql`update payment set problem = null where reference = ${orderId}`);
  await askAgain(shop.app, sql`reference = ${orderId}`);
});
