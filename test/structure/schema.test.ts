import sql, { type Sql } from 'sql-template-tag';
import { afterAll, expect, it } from 'vitest';
import type { Queryable } from '#base/db/db.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';

/** Everything that belongs to an installed extension is left out. */
const ours = (catalog: Sql, oid: Sql) => sql`not exists (
  select from pg_depend where classid = ${catalog}::regclass and objid = ${oid} and deptype = 'e')`;

const tables = sql`select oid, relname, relkind, relpersistence from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') and relname <> 'schema_migration'`;

/** Statements of which each answers one `line` for each object of a kind. */
const listings: Readonly<Record<string, Sql>> = {
  Extensions: sql`select extname as line from pg_extension where extname <> 'plpgsql'`,
  Columns: sql`
    select concat_ws(' ', case t.relpersistence when 'u' then 'unlogged' end, t.relname || '.' || a.attname,
      format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      case a.attidentity when 'a' then 'identity always' when 'd' then 'identity by default' end,
      case a.attgenerated when 's' then 'generated' else 'default' end || ' ' || pg_get_expr(d.adbin, d.adrelid)) as line
    from (${tables}) t join pg_attribute a on a.attrelid = t.oid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where t.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
  Constraints: sql`
    select t.relname || ': ' || c.conname || ' ' || pg_get_constraintdef(c.oid) as line
    from (${tables}) t join pg_constraint c on c.conrelid = t.oid where c.contype <> 'n'`,
  Indexes: sql`select pg_get_indexdef(i.indexrelid) as line from (${tables}) t join pg_index i on i.indrelid = t.oid`,
  Views: sql`select relname || E':\n' || pg_get_viewdef(oid) as line from (${tables}) t where relkind = 'v'`,
  Sequences: sql`select relname as line from (${tables}) t where relkind = 'S'`,
  Triggers: sql`
    select pg_get_triggerdef(g.oid) as line from (${tables}) t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal`,
  Functions: sql`
    select oid::regprocedure || ' ' || md5(pg_get_functiondef(oid)) as line from pg_proc
    where pronamespace = 'public'::regnamespace and ${ours(sql`'pg_proc'`, sql`pg_proc.oid`)}`,
};

/** The schema of a database as text, whatever the order in which its objects and columns were made. */
async function listSchema(db: Queryable): Promise<string> {
  const parts: string[] = [];
  for (const [title, listing] of Object.entries(listings)) {
    const { rows } = await db.execute<{ line: string }>(listing);
    const lines = rows.map(({ line }) => line.trim()).sort();
    parts.push(`${title}\n\n${lines.join('\n')}\n`);
  }
  return parts.join('\n');
}

const database = await openTestDatabase();
afterAll(() => database.close());

it('the migrations make the schema of schema.txt (`vitest run test/structure/schema.test.ts -u` writes it)', async () => {
  await expect(await listSchema(database.db)).toMatchFileSnapshot('schema.txt');
});
