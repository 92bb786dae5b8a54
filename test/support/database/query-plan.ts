import sql, { raw, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Queryable } from '#base/db/db.server.ts';

/** The plan of a query as text. */
export async function planOf(db: Queryable, query: Sql): Promise<string> {
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const explained = z.tuple([
  z.object({ Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }) }),
]);

/** Pages of tables and indexes that a query reads: how long that takes is the machine's affair. */
export async function blocksOf(db: Queryable, query: Sql): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': unknown }>(sql`explain (analyze, buffers, format json) ${query}`);
  const [{ Plan }] = explained.parse(rows[0]?.['QUERY PLAN']);
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}

/**
 * The values in the planner's sample of a column, reduced to the part that `part` matches. The planner expects such a value in a hundredth of all
 * rows, so that a scan in order would end soon. It ignores the ends of the sample when it estimates.
 */
export async function sampledIn(db: Queryable, table: string, column: string, part: string): Promise<string[]> {
  const { rows } = await db.execute<{ found: string }>(sql`
    select substring(bound from ${part}) as found
    from pg_stats, lateral (select histogram_bounds::text::text[] as bounds) all_of,
      unnest(bounds[2:cardinality(bounds) - 1]) bound
    where tablename = ${table} and attname = ${column} and substring(bound from ${part}) is not null`);
  return rows.map(({ found }) => found);
}

/** Fills tables while indexes are away: each is made much faster at once than row by row. */
export async function fillWithout(db: Queryable, indexes: readonly string[], fill: string): Promise<void> {
  const { rows } = await db.execute<{ made: string }>(
    sql`select pg_get_indexdef(one::regclass) as made from unnest(${indexes}::text[]) one`,
  );
  await db.execute(raw(`drop index ${indexes.join(', ')}`));
  await db.execute(raw(fill));
  for (const { made } of rows) await db.execute(raw(made));
}
