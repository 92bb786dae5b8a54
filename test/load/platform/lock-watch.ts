import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** Between two looks, in milliseconds: what is measured may be shorter or longer by so much. */
const restMs = 20;

/** Strong locks of the migrations on the tables, held or asked for, and the sessions of others that wait behind them. */
const look = `
  with migration as (
    select pid from pg_stat_activity where application_name = 'opora migrations' and datname = current_database()
  ), strong as (
    select l.relation, l.granted from pg_locks l join migration using (pid)
    where l.locktype = 'relation' and l.relation = any ($1::oid[])
      and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
  ), behind as (
    select distinct l.relation from pg_locks l
    where not l.granted and l.relation in (select relation from strong) and l.pid not in (select pid from migration)
  )
  select 'in the way' as kind, relation::regclass::text as name from strong
  union select 'waited for', relation::regclass::text from behind`;

/** How long at a time a table was in the way, or waited for, and under which migration. */
export interface Spell {
  readonly kind: 'in the way' | 'waited for';
  readonly table: string;
  readonly migration: string;
  readonly ms: number;
}

/** All tables of a database, with their rows counted; those of partitions, views and the list of migrations are left out. */
export async function readTables(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migration' order by 1`);
  const tables = new Map<string, number>();
  for (const { name } of rows) {
    const counted = await client.query<{ rows: number }>(`select count(*)::float8 as rows from ${name}`);
    tables.set(name, counted.rows[0]?.rows ?? 0);
  }
  return tables;
}

/** Watches the locks of migrations on these tables until it is stopped. `underWay` names the migration that runs. */
export async function watchLocks(url: string, tables: readonly string[], underWay: () => string) {
  const client = new Client({ connectionString: url, application_name: 'opora lock watch' });
  await client.connect();
  const { rows: found } = await client.query<{ oids: number[] }>(
    'select array_agg(name::regclass::oid::int8)::float8[] as oids from unnest($1::text[]) name',
    [tables],
  );
  const spells: Spell[] = [];
  const open = new Map<string, Spell & { readonly since: number }>();
  let longestLook = 0;
  let isOver = false;
  const watching = (async () => {
    for (let last = performance.now(); !isOver; await pause(restMs)) {
      const { rows } = await client.query<Pick<Spell, 'kind'> & { name: string }>(look, [found[0]?.oids]);
      const now = performance.now();
      longestLook = Math.max(longestLook, now - last);
      const migration = underWay();
      const seen = new Set(rows.map(({ kind, name }) => `${kind} ${name} ${migration}`));
      for (const [key, spell] of open) {
        if (seen.has(key)) continue;
        spells.push({ ...spell, ms: now - spell.since });
        open.delete(key);
      }
      for (const { kind, name } of rows) {
        const key = `${kind} ${name} ${migration}`;
        if (!open.has(key)) open.set(key, { kind, table: name, migration, ms: 0, since: last });
      }
      last = now;
    }
  })();
  return {
    /** What was seen, the longest first, and the longest time between two looks. */
    async stop() {
      isOver = true;
      await watching;
      await client.end();
      return { spells: spells.toSorted((one, other) => other.ms - one.ms), longestLook };
    },
  };
}
