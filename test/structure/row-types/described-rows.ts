import { Client, type Connection, type FieldDef, type Submittable } from 'pg';
import type { Kind } from './declared-rows.ts';

/** A column of the rows that PostgreSQL returns for a statement. */
export interface Column {
  readonly name: string;
  readonly kind: Kind | null;
  /** Table and column; null for an expression and for the column of a view. */
  readonly source: string | null;
  readonly isNotNull: boolean;
}

/** Asks PostgreSQL for the columns of a statement, without running it. */
class Description implements Submittable {
  readonly #text: string;
  readonly #done = Promise.withResolvers<readonly FieldDef[]>();
  #fields: readonly FieldDef[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get fields(): Promise<readonly FieldDef[]> {
    return this.#done.promise;
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.#fields = fields;
  }

  handleError(error: Error): void {
    this.#done.reject(error);
  }

  handleReadyForQuery(): void {
    this.#done.resolve(this.#fields);
  }
}

/** What the driver makes of each type, with the parsers of `base/db`. */
const kindOf: Readonly<Record<string, Kind>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'json',
  jsonb: 'json',
  name: 'string',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  _int2: 'number[]',
  _int4: 'number[]',
  _text: 'string[]',
  _uuid: 'string[]',
};

/** Reads what PostgreSQL returns for statements. */
export async function openDescriber(url: string): Promise<{
  describe(text: string): Promise<readonly Column[]>;
  close(): Promise<void>;
}> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows: types } = await client.query<{ oid: number; name: string }>(
    'select oid::int, typname as name from pg_type',
  );
  const { rows: columns } = await client.query<{ key: string; source: string; isNotNull: boolean }>(`
    select a.attrelid || ' ' || a.attnum as key, c.relname || '.' || a.attname as source, a.attnotnull as "isNotNull"
    from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relkind in ('r', 'p')`);
  const nameOf = new Map(types.map(({ oid, name }) => [oid, name]));
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return {
    async describe(text) {
      const fields = await client.query(new Description(text)).fields;
      return fields.map(({ name, tableID, columnID, dataTypeID }) => {
        const { source = null, isNotNull = false } = byKey.get(`${tableID} ${columnID}`) ?? {};
        return { name, kind: kindOf[nameOf.get(dataTypeID) ?? ''] ?? null, source, isNotNull };
      });
    },
    close: () => client.end(),
  };
}
