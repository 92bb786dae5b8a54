import sql, { raw, Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Database, Queryable } from '#base/db/db.server.ts';

export async function planOf(db: Queryable, query: Sql): Promise<string> {
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const explained = z.tuple([
  z.object({ Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }) }),
]);

const writes = /\b(?:insert|update|delete)\b/i;

/**
 * Pages of tables and indexes that a query reads: how long that takes is the machine's affair. The first run on a connection reads the catalogue,
 * too, so that what only reads is run once before it is counted.
 */
export async function blocksOf(db: Queryable, query: Sql): Promise<number> {
  if (!writes.test(query.text)) await db.execute(query);
  const { rows } = await db.execute<{ 'QUERY PLAN': unknown }>(sql`explain (analyze, buffers, format json) ${query}`);
  const [{ Plan }] = explained.parse(rows[0]?.['QUERY PLAN']);
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}

const composed = (text: string, values: readonly unknown[]) =>
  new Sql(
    text.split(/\$\d+/),
    [...text.matchAll(/\$(\d+)/g)].map(([, place]) => values[Number(place) - 1]),
  );

/** The same of all statements of some work. */
export async function blocksOfWork(db: Queryable, work: (db: Queryable) => Promise<unknown>): Promise<number> {
  let blocks = 0;
  await work({
    async execute(query) {
      blocks += await blocksOf(db, query);
      return db.execute(query);
    },
    async run(statement, values) {
      blocks += await blocksOf(db, composed(statement.text, values));
      return db.run(statement, values);
    },
  });
  return blocks;
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

/**
 * Writes tables anew without their deleted rows, so that a count of pages does not depend on them. `vacuum full` would keep those that a
 * transaction of any other database of the server may have seen.
 */
export async function writeAnew(db: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await db.transaction((tx) =>
      tx.execute(
        raw(`
        create temp table kept on commit drop as table ${table};
        truncate ${table};
        insert into ${table} overriding system value table kept`),
      ),
    );
  }
}
