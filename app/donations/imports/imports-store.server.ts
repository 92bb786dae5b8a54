import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { shorterDirection } from '#base/db/deep-paging.server.ts';
import type { ImportSource } from './import-rules.ts';
import type { HistoryLine } from './read-history.server.ts';

interface TotalRow extends Record<string, unknown> {
  readonly count: number;
  readonly isPublic: boolean;
}

interface ImportRow extends Record<string, unknown> {
  readonly id: string;
  readonly source: ImportSource;
  readonly fileName: string;
  readonly count: number;
  readonly createdAt: Date;
}

/** A donation of the history. */
export interface ImportedRow extends Record<string, unknown> {
  readonly id: string;
  readonly source: ImportSource;
  readonly name: string | null;
  readonly message: string | null;
  readonly amount: number;
  /** Null: the currency of the country. */
  readonly currency: string | null;
  readonly givenAt: Date;
}

const total = statement<TotalRow>('select count, is_public as "isPublic" from imported_total where project_id = $1');

const ofProject = statement<ImportRow>(`
  select id, source, file_name as "fileName", count, created_at as "createdAt"
  from donation_import where project_id = $1 order by created_at desc, id desc`);

/** Locks the history of a project until the commit, so that simultaneous imports follow each other. */
const lock = statement<TotalRow>(`
  insert into imported_total as total (project_id) values ($1)
  on conflict (project_id) do update set count = total.count
  returning count, is_public as "isPublic"`);

const show = statement('update imported_total set is_public = $2 where project_id = $1');

const knownIds = statement<{ id: string }>('select id from imported_donation where id = any ($1::uuid[])');

const insertImport = statement<{ id: string }>(`
  insert into donation_import (project_id, source, file_name)
  select $1, $2, $3 where (select count(*) from donation_import where project_id = $1) < $4
  returning id`);

/** Donors are summed in the order of their keys. */
const insertLines = statement<{ count: number }>(`
  with added as (
    insert into imported_donation (id, project_id, import_id, donor_key, name, message, amount, currency, given_at)
    select given.id, $1, $2, given.donor_key, given.name, given.message, given.amount, given.currency, given.given_at
    from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::timestamptz[])
      as given (id, donor_key, name, message, amount, currency, given_at)
    on conflict (id) do nothing
    returning donor_key, name, amount, currency
  ), donors as (
    insert into imported_donor as donor (project_id, donor_key, name, amount, count)
    select $1, donor_key, max(name), sum(amount)::bigint, count(*) from added where currency is null
    group by donor_key order by donor_key
    on conflict (project_id, donor_key) do update set
      amount = donor.amount + excluded.amount, count = donor.count + excluded.count
  )
  select count(*) as count from added`);

const countLines = statement(`
  with counted as (
    update donation_import set count = $2 where id = $1 returning project_id
  )
  update imported_total set count = imported_total.count + $2 from counted
  where imported_total.project_id = counted.project_id`);

const removeImport = statement('delete from donation_import where id = $1');

const removeLines = statement<{ count: number }>(`
  with gone as (
    delete from imported_donation d using donation_import i
    where d.import_id = i.id and i.id = $1 and i.project_id = $2
    returning d.donor_key, d.amount, d.currency
  ), sums as (
    select donor_key, sum(amount)::bigint as amount, count(*) as count from gone where currency is null group by donor_key
  ), donors as (
    update imported_donor donor set amount = donor.amount - sums.amount, count = donor.count - sums.count
    from sums where donor.project_id = $2 and donor.donor_key = sums.donor_key
  ), counted as (
    update imported_total set count = count - (select count(*) from gone) where project_id = $2
  )
  select count(*) as count from gone`);

const removeEmptyDonors = statement('delete from imported_donor where project_id = $1 and count = 0');

const columns = `d.id, i.source, d.name, d.message, d.amount, d.currency, d.given_at as "givenAt"`;

const newest = statement<ImportedRow>(`
  select ${columns} from imported_donation d join donation_import i on i.id = d.import_id
  where d.project_id = $1 order by d.given_at desc, d.id desc offset $2 limit $3`);

const oldest = statement<ImportedRow>(`
  select ${columns} from imported_donation d join donation_import i on i.id = d.import_id
  where d.project_id = $1 order by d.given_at, d.id offset $2 limit $3`);

/** How many donations the history of a project has, and whether its page shows them. */
export async function readImportedTotal(db: Queryable, projectId: string): Promise<TotalRow> {
  return (await db.run(total, [projectId]))[0] ?? { count: 0, isPublic: false };
}

/** The files of a project, newest first. */
export async function readImports(db: Queryable, projectId: string): Promise<ImportRow[]> {
  return db.run(ofProject, [projectId]);
}

/** Locks the history of a project until the commit. */
export async function lockImports(tx: Tx, projectId: string): Promise<TotalRow> {
  return (await tx.run(lock, [projectId]))[0] ?? { count: 0, isPublic: false };
}

export async function showImports(tx: Tx, projectId: string, isPublic: boolean): Promise<void> {
  await tx.run(show, [projectId, isPublic]);
}

const atOnce = 1_000;

/** Which of these lines were imported before. */
export async function readKnownIds(db: Queryable, lines: readonly HistoryLine[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let at = 0; at < lines.length; at += atOnce) {
    const ids = lines.slice(at, at + atOnce).map(({ id }) => id);
    for (const { id } of await db.run(knownIds, [ids])) known.add(id);
  }
  return known;
}

interface NewImport {
  readonly projectId: string;
  readonly source: ImportSource;
  readonly fileName: string;
  readonly most: number;
}

/** Adds a file without lines; null at the limit. */
export async function addImport(tx: Tx, { projectId, source, fileName, most }: NewImport): Promise<string | null> {
  return (await tx.run(insertImport, [projectId, source, fileName, most]))[0]?.id ?? null;
}

/** Adds those of the lines that are new, and returns how many these are. The history must be locked. */
export async function addLines(
  tx: Tx,
  { projectId, importId, lines }: { projectId: string; importId: string; lines: readonly HistoryLine[] },
): Promise<number> {
  let added = 0;
  for (let at = 0; at < lines.length; at += atOnce) {
    const some = lines.slice(at, at + atOnce);
    const [row] = await tx.run(insertLines, [
      projectId,
      importId,
      some.map(({ id }) => id),
      some.map(({ donorKey }) => donorKey),
      some.map(({ name }) => name),
      some.map(({ message }) => message),
      some.map(({ amount }) => amount),
      some.map(({ currency }) => currency),
      some.map(({ givenAt }) => givenAt),
    ]);
    added += row?.count ?? 0;
  }
  await tx.run(countLines, [importId, added]);
  return added;
}

/** Removes a file and all that it has added. The history must be locked. */
export async function dropImport(tx: Tx, projectId: string, importId: string): Promise<void> {
  await tx.run(removeLines, [importId, projectId]);
  await tx.run(removeEmptyDonors, [projectId]);
  await tx.run(removeImport, [importId]);
}

/** A part of the history of `count` donations, newest first. */
export async function readImported(
  db: Queryable,
  asked: { projectId: string; skip: number; take: number; count: number },
): Promise<ImportedRow[]> {
  const way = shorterDirection(asked, asked.count);
  if (way.take === 0) return [];
  const rows = await db.run(way.isFromEnd ? oldest : newest, [asked.projectId, way.skip, way.take]);
  return way.isFromEnd ? rows.toReversed() : rows;
}
