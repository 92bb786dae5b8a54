import sql, { join, raw } from 'sql-template-tag';
import { afterAll, afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openShop } from '#test/support/shop-fixture.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { orderJobs } from '../orders.server.ts';

const shop = await openShop();
afterAll(() => shop.app.close());
afterEach(() => setFaults({}));

const setFaults = (faults: unknown) =>
  fetch(`${shop.app.sandbox.url}/control/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });

const answer = z.object({
  data: z.object({
    results: z.array(
      z.object({
        orderId: z.string(),
        isMoved: z.boolean(),
        error: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
  }),
});

async function moveAll(orderIds: readonly string[], status: string) {
  const asked = await shop.app.api('PUT Order/BulkStatus', { body: { orderIds, status } }, { token: shop.staff.token });
  return answer.parse(asked.body).data.results;
}

/** Orders that await payment, ten of each buyer. */
async function unpaid(count: number): Promise<string[]> {
  const productId = await shop.product();
  const ofBuyer = async (most: number) => {
    const buyer = await shop.person();
    const orderIds: string[] = [];
    for (let made = 0; made < most; made += 1) orderIds.push((await shop.placed(buyer, [{ productId }])).orderId);
    return orderIds;
  };
  const made = await Promise.all(
    Array.from({ length: Math.ceil(count / 10) }, (_, at) => ofBuyer(Math.min(10, count - at * 10))),
  );
  return made.flat();
}

const codeOf = ({ isMoved, error }: { isMoved: boolean; error: { code: string } | null }) =>
  isMoved ? 'moved' : (error?.code ?? '');

test('a hundred orders are cancelled within 15 seconds while the provider hangs for 4 seconds at each request', async () => {
  const orderIds = await unpaid(100);
  const [paid = '', ...others] = orderIds;
  const over = others.slice(-5);
  await shop.app.db.execute(sql`update shop_order set status = 2 where id = ${paid}`);
  await shop.app.db.execute(sql`
    update payment set status = 'Failed', next_check_at = null
    where reference in (${join(
      over.map((id) => sql`${id}`),
      ', ',
    )})`);
  await setFaults({ mode: 'hang' });
  const start = Date.now();
  const results = await moveAll(orderIds, 'Cancelled');
  expect(Date.now() - start).toBeLessThan(15_000);
  expect(results.map(({ orderId }) => orderId)).toEqual(orderIds);
  expect(results.map(codeOf)).toEqual(
    orderIds.map((id) => (id === paid ? 'WrongTransition' : over.includes(id) ? 'moved' : 'PaymentUnknown')),
  );

  await setFaults({});
  // A payment that the sweeper asks about at the same moment waits for the next round.
  const afterRound = async () => {
    await shop.app.db.execute(sql`update payment set asked_at = null`);
    await shop.app.db.execute(sql`update shop_order set pay_until = now() - interval '1 second' where status = 1`);
    await orderJobs(shop.app.db, shop.app.opora.areas.payments)[0]?.run();
    const { rows } = await shop.app.db.execute<{ status: number; count: number }>(
      sql`select status, count(*)::int as count from shop_order where status > 0 group by status order by status`,
    );
    return rows;
  };
  await expect.poll(afterRound).toEqual([
    { status: 2, count: 1 },
    { status: 7, count: 99 },
  ]);
});

test('two moderators who move the same orders at once move each order once', async () => {
  const orderIds = await unpaid(20);
  const [first, second] = await Promise.all([moveAll(orderIds, 'Cancelled'), moveAll(orderIds, 'Cancelled')]);
  const pairs = first.map((result, at) => [codeOf(result), codeOf(second[at] ?? result)].sort());
  expect(pairs).toEqual(orderIds.map(() => ['WrongTransition', 'moved']));
});

test('a failure of one order is reported for that order only', async () => {
  const orderIds = await unpaid(3);
  const [, broken = ''] = orderIds;
  await shop.app.db.execute(sql`
    create function break_one() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
  await shop.app.db.execute(
    raw(`create trigger break_one before update on shop_order for each row
      when (old.id = '${broken}' and new.status = 7) execute function break_one()`),
  );
  const results = await moveAll(orderIds, 'Cancelled');
  expect(results.map(codeOf)).toEqual(['moved', 'InternalError', 'moved']);
  expect(results[1]?.error?.message).not.toContain('broken');
  await shop.app.db.execute(sql`drop trigger break_one on shop_order`);
});
