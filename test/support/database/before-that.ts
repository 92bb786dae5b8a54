import type { Pool } from 'pg';
import { vi } from 'vitest';

/**
 * Changes a row in a transaction that commits once another statement waits for it, which `meanwhile` begins, and `looked` is through. `change`: a
 * statement with the id as `$1`.
 */
export async function beforeThat<Result>(
  pool: Pool,
  [change, id]: readonly [change: string, id: string],
  meanwhile: () => Promise<Result>,
  looked: () => Promise<void> = async () => undefined,
): Promise<Result> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(change, [id]);
    const result = meanwhile();
    await vi.waitUntil(async () => (await pool.query(waiting)).rowCount !== 0, { timeout: 10_000 });
    await looked();
    await client.query('commit');
    return await result;
  } finally {
    client.release(true);
  }
}
