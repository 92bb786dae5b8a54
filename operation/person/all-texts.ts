import { escapeIdentifier } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { type Queryable, statement } from '#base/db/db.server.ts';

const tableNames = statement<{ name: string }>(
  `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
);

/**
 * Finds the tables that contain each of some texts, in any column, inside JSON, in any case and as search columns spell it. Reads the whole
 * database.
 */
export async function findTexts(db: Queryable, texts: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const tables = await db.run(tableNames, []);
  const found = new Map(texts.map((text): [string, string[]] => [text, []]));
  for (const { name } of tables) {
    const { rows } = await db.execute<{ text: string }>(sql`
      select distinct wanted.text from (select lower(to_jsonb(t)::text) as row_text from ${raw(escapeIdentifier(name))} t) as whole
      join unnest(${texts}::text[]) as wanted (text)
        on position(lower(wanted.text) in row_text) > 0 or position(nullif(search_fold(wanted.text), '') in row_text) > 0`);
    for (const { text } of rows) found.get(text)?.push(name);
  }
  return found;
}
