import sql, { join, type Sql } from 'sql-template-tag';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { holdsWords, wordsOf } from '#base/db/search.server.ts';
import type { TaxItem } from '../payment-lines.ts';

/** A code of the list, with what it is for. */
export interface TaxCode extends TaxItem, Record<string, unknown> {
  readonly name: string;
}

interface ListRow extends Record<string, unknown> {
  readonly fileName: string;
  readonly count: number;
  readonly uploadedAt: Date;
}

const list = statement<ListRow>(
  'select file_name as "fileName", count, uploaded_at as "uploadedAt" from tax_code_list',
);

const writeList = statement(`
  insert into tax_code_list (file_name, count, uploaded_at) values ($1, $2, now())
  on conflict (is_only) do update set file_name = excluded.file_name, count = excluded.count, uploaded_at = excluded.uploaded_at`);

const clear = statement('delete from tax_code');

const add = statement(`
  insert into tax_code (code, package_code, name, unit, vat)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[])`);

/** A few hundred milliseconds of work for the index. */
const rowsAtOnce = 2_000;

/** The search of a list: by the beginning of a code, or by words of the name; exported so that a test can explain it. */
export function codesQuery(search: string, take: number): Sql {
  const digits = search.replace(/\s/g, '');
  const columns = sql`code, package_code as "packageCode", name, unit, vat`;
  if (/^\d+$/.test(digits)) {
    // ":" is the sign after "9".
    return sql`select ${columns} from tax_code where code >= ${digits} and code < ${`${digits}:`}
      order by code, package_code limit ${take}`;
  }
  const conditions = holdsWords({ text: sql`search_text` }, wordsOf(search));
  return sql`select ${columns} from tax_code where ${join(conditions, ' and ')} order by code, package_code limit ${take}`;
}

/** The first codes of a search. */
export async function findTaxCodes(db: Queryable, search: string, take: number): Promise<TaxCode[]> {
  return (await db.execute<TaxCode>(codesQuery(search, take))).rows;
}

/** The uploaded list; null: there is none. */
export async function readTaxCodeList(db: Queryable): Promise<ListRow | null> {
  return (await db.run(list, []))[0] ?? null;
}

/** Replaces the list. Simultaneous uploads follow each other. */
export async function replaceTaxCodes(tx: Tx, codes: readonly TaxCode[], fileName: string): Promise<void> {
  await tx.run(writeList, [fileName, codes.length]);
  await tx.run(clear, []);
  for (let from = 0; from < codes.length; from += rowsAtOnce) {
    const some = codes.slice(from, from + rowsAtOnce);
    await tx.run(add, [
      some.map(({ code }) => code),
      some.map(({ packageCode }) => packageCode),
      some.map(({ name }) => name),
      some.map(({ unit }) => unit),
      some.map(({ vat }) => vat),
    ]);
  }
}
