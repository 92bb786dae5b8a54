import sql, { type Sql } from 'sql-template-tag';
import { type Queryable, statement } from './db.server.ts';

/** SQL of the stored length of a list, or of how often a table was changed. */
export const listCount = (list: string): Sql => sql`
  (select coalesce(sum(total), 0)::bigint from list_count where list = ${list})`;

const ofList = statement<{ count: number }>(
  'select coalesce(sum(total), 0)::bigint as count from list_count where list = $1',
);

/** The stored length of a list. */
export async function readListCount(db: Queryable, list: string): Promise<number> {
  return (await db.run(ofList, [list]))[0]?.count ?? 0;
}
