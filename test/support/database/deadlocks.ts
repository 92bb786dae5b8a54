import type { Database } from '#base/db/db.server.ts';

/**
 * The deadlocks of a database so far. A backend reports what it has counted up to ten seconds later; those of the pool, which must be at
 * rest, are made to report at once.
 */
export async function countDeadlocks({ pool }: Database): Promise<number> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query('select pg_stat_force_next_flush()')));
  for (const client of clients) client.release();
  const { rows } = await pool.query<{ count: number }>(
    'select deadlocks as count from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.count ?? Number.NaN;
}
