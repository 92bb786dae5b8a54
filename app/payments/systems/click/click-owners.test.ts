import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { clickCaller, clickEnv, completionOf, newAttempt, sendTo } from '#test/support/money/click-caller.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { openedOf, openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const shop = await openShop({ env: clickEnv });
afterAll(() => shop.app.close());
const click = clickCaller(sendTo(shop.app.url));
const productId = await shop.product({ stock: null });

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Begins two pieces of work that meet at a locked row: the first waits for it before the second begins, then both go on. */
async function meetAt<First, Second>(
  row: { readonly table: 'payment' | 'shop_order' | 'product'; readonly id: string },
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const { pool } = shop.app.db;
  const holder = await pool.connect();
  // Also where one of the two never comes: else the lock would outlive the test, and closing the shop would wait for it.
  onTestFinished(() => holder.release(true));
  const waiters = (count: number) => until(async () => (await pool.query(waiting)).rowCount === count);
  await holder.query('begin');
  await holder.query(`select from ${row.table} where id = $1 for update`, [row.id]);
  const begun = first();
  await waiters(1);
  const also = second();
  await waiters(2);
  await holder.query('commit');
  return Promise.all([begun, also]);
}

/** An order that is being paid at Click: its first call, unsigned. */
async function ordered(of: string = productId) {
  const who = await shop.person();
  const order = await shop.placed(who, [{ productId: of }], { system: 'click' });
  return { ...order, who, attempt: newAttempt(order.paymentUrl) };
}

const cancel = (who: SignedIn, orderId: string) =>
  shop.app.api('POST Order/Cancel', { query: { orderId } }, { token: who.token });
const statusOf = async (paymentId: string) => {
  const { rows } = await shop.app.db.pool.query<{ status: string }>('select status from payment where id = $1', [
    paymentId,
  ]);
  return rows[0]?.status;
};

it('a cancelled order is refused to Click before anything is charged, and at the last step', async () => {
  const { who, orderId, attempt, paymentUrl } = await ordered();
  const prepared = await click.call(attempt);
  expect(prepared.error).toBe(0);
  expect((await cancel(who, orderId)).status).toBe(200);
  expect(await click.codeOf(attempt)).toBe(-9);
  expect(await click.codeOf(newAttempt(paymentUrl))).toBe(-9);
  expect(await click.codeOf(completionOf(attempt, prepared))).toBe(-9);
  expect(await shop.statusOf(who, orderId)).toBe('Cancelled');
});

/** An order whose attempt is prepared. */
async function prepared(of?: string) {
  const one = await ordered(of);
  const completion = completionOf(one.attempt, await click.call(one.attempt));
  return { ...one, complete: () => click.codeOf(completion) };
}

describe('a Complete that meets another request', () => {
  it('pays an order that is being cancelled a moment later', async () => {
    const { who, orderId, complete } = await prepared();
    const row = { table: 'shop_order', id: orderId } as const;
    const [completed, cancelled] = await meetAt(row, complete, () => cancel(who, orderId));
    expect([completed, cancelled.status]).toEqual([0, 409]);
    expect(await shop.statusOf(who, orderId)).toBe('Paid');
  });

  it('is refused for an order that was cancelled a moment earlier', async () => {
    const limited = await shop.product({ stock: 5 });
    const { who, orderId, complete } = await prepared(limited);
    // The pieces are returned while the order is locked for good: before, it is only looked at.
    const row = { table: 'product', id: limited } as const;
    const [cancelled, completed] = await meetAt(row, () => cancel(who, orderId), complete);
    expect([completed, cancelled.status]).toEqual([-9, 200]);
    expect(await shop.statusOf(who, orderId)).toBe('Cancelled');
  });

  it('pays before another system takes over, which learns that the order is paid', async () => {
    const { who, orderId, paymentId, total, complete } = await prepared();
    const payAtGateway = () => shop.askToPay(who, { orderId, expectedTotal: total / 100, system: 'gateway' });
    const row = { table: 'payment', id: paymentId } as const;
    const [completed, again] = await meetAt(row, complete, payAtGateway);
    expect(completed).toBe(0);
    expect(openedOf(again).paymentId).toBe(paymentId);
    expect(await shop.statusOf(who, orderId)).toBe('Paid');
  });

  it('is refused after another system has taken over', async () => {
    const { who, orderId, paymentId, total, complete } = await prepared();
    const payAtGateway = () => shop.askToPay(who, { orderId, expectedTotal: total / 100, system: 'gateway' });
    const row = { table: 'payment', id: paymentId } as const;
    const [again, completed] = await meetAt(row, payAtGateway, complete);
    expect(completed).toBe(-9);
    expect(await statusOf(paymentId)).toBe('Expired');
    await shop.charge(openedOf(again).paymentUrl);
    await shop.reaches(who, orderId, 'Paid');
  });
});

it('two attempts that complete at once pay an order once', async () => {
  const { who, orderId, paymentUrl } = await ordered();
  const attempts = [newAttempt(paymentUrl), newAttempt(paymentUrl)];
  const replies = await Promise.all(attempts.map(click.call));
  const none = { error: 0, error_note: '', merchant_prepare_id: 1 };
  await Promise.all(attempts.flatMap((one, i) => [0, 0].map(() => click.call(completionOf(one, replies[i] ?? none)))));
  await shop.reaches(who, orderId, 'Paid');
  const { rows } = await shop.app.db.pool.query('select from posting where reference = $1', [orderId]);
  expect(rows).toHaveLength(1);
});

it('a donation to a creator who has been blocked meanwhile is refused', async () => {
  const creator = await shop.person();
  const body = { projectId: creator.projectId, amount: 10_000, system: 'click' };
  const opened = dataOf(await shop.app.api('POST ProjectPay/Create', { body }));
  const attempt = newAttempt(String(opened.paymentUrl));
  await shop.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [creator.userId]);
  expect(await click.codeOf(attempt)).toBe(-9);
});
