import type { Pool } from 'pg';
import { until } from '#test/support/money/money-fixture.ts';

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Begins two pieces of work that meet at a locked row: the first waits for it before the second begins, then both go on. */
export async function meetAt<First, Second>(
  pool: Pool,
  row: { readonly table: 'payment' | 'shop_order' | 'product'; readonly id: string },
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const holder = await pool.connect();
  const waiters = (count: number) => until(async () => (await pool.query(waiting)).rowCount === count);
  await holder.query('begin');
  await holder.query(`select from ${row.table} where id = $1 for update`, [row.id]);
  const begun = first();
  await waiters(1);
  const also = second();
  await waiters(2);
  await holder.query('commit');
  holder.release();
  return Promise.all([begun, also]);
}
