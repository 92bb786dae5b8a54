import type { ClientBase } from 'pg';

export interface Table {
  readonly name: string;
  /** All columns except generated ones. */
  readonly columns: readonly string[];
}

/** Tables whose rows are made again at need and gone after a day: a backup has none of them. */
export const transientTables: readonly string[] = ['alert_speech'];

interface Reference {
  readonly from: string;
  readonly to: string;
}

/** Sorts tables after those that they reference. Throws on a circle of references. */
export function inOrder(names: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  const visit = (name: string, way: readonly string[]) => {
    if (ordered.includes(name)) return;
    if (way.includes(name)) throw new Error(`tables refer to each other in a circle: ${[...way, name].join(' → ')}`);
    for (const { from, to } of references) if (from === name && to !== name) visit(to, [...way, name]);
    ordered.push(name);
  };
  for (const name of names) visit(name, []);
  return ordered;
}

/** The product's tables, each after those that it references, without the list of migrations. */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(`
    select c.relname as "table", a.attname as "column"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> 'schema_migration'
    order by c.relname, a.attnum`);
  const { rows: references } = await client.query<Reference>(`
    select f.relname as "from", t.relname as "to"
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`);
  const byTable = Map.groupBy(columns, ({ table }) => table);
  return inOrder([...byTable.keys()], references).map((name) => ({
    name,
    columns: (byTable.get(name) ?? []).map(({ column }) => column),
  }));
}

/** The names of a database's applied migrations. */
export async function readMigrationNames(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name');
  return rows.map(({ name }) => name);
}

/** Sums by which a copy is compared with its original; all postings sum to zero. */
export interface Proof {
  readonly entries: string;
  readonly balances: string;
  readonly paid: string;
}

/** Reads the sums by which a restored copy is compared. */
export async function readProof(client: ClientBase): Promise<Proof> {
  const { rows } = await client.query<Proof>(`
    select (select coalesce(sum(amount), 0) from entry)::text as entries,
      (select coalesce(sum(abs(balance)), 0) from account_balance)::text as balances,
      (select coalesce(sum(amount), 0) from payment where status = 'Paid')::text as paid`);
  const [proof] = rows;
  if (proof === undefined) throw new Error('the database does not answer');
  return proof;
}
