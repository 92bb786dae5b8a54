import type { Database, Tx } from '#base/db/db.server.ts';
import { blocksOfWork } from './database/query-plan.ts';

/** Pages of tables and indexes that work in a transaction reads. */
export const pagesOf = (db: Database, work: (tx: Tx) => Promise<unknown>) =>
  db.transaction((tx) => blocksOfWork(tx, (counted) => work(Object.assign(Object.create(tx), counted))));

/** How a statement was run, line by line. */
export async function planOfRun(db: Database, statement: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${statement}`, [
    ...values,
  ]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
