import { type Queryable, statement } from '#base/db/db.server.ts';
import type { ImportedRow } from './imports-store.server.ts';

interface ListTotalRow extends Record<string, unknown> {
  readonly paidCount: number;
  /** Imported donations that the page shows. */
  readonly importedCount: number;
}

/** A donor with what he gave here and before. */
export interface LargestRow extends Record<string, unknown> {
  readonly name: string | null;
  readonly amount: number;
  readonly count: number;
  /** The imported part of `amount`. */
  readonly imported: number;
}

const listTotal = statement<ListTotalRow>(`
  select coalesce(total.paid_count, 0) as "paidCount",
    case when history.is_public then history.count else 0 end as "importedCount"
  from (select $1::uuid as project_id) asked
  left join project_total total on total.project_id = asked.project_id
  left join imported_total history on history.project_id = asked.project_id`);

/** The messages of other services than DonationAlerts are not known to be public. */
const newestPublic = statement<ImportedRow>(`
  select d.id, i.source, d.name, case when i.source = 'DonationAlerts' then d.message end as message, d.amount, d.currency,
    d.given_at as "givenAt"
  from imported_donation d join donation_import i on i.id = d.import_id
  where d.project_id = $1 order by d.given_at desc, d.id desc offset $2 limit $3`);

const candidates = 200;

/**
 * The largest donors of both, from the first of each: whoever is among neither gave at most as much as the last ones of both together, so that `isSure`
 * says whether nobody else belongs here.
 */
const largestOfFirst = statement<LargestRow & { isSure: boolean }>(`
  with here as materialized (
    select donor_key, amount from donor_total where project_id = $1 and count > 0
    order by amount desc, donor_key limit ${candidates}
  ), before as materialized (
    select donor_key, amount from imported_donor where project_id = $1 order by amount desc, donor_key limit ${candidates}
  ), keys as (
    select donor_key from here union select donor_key from before
  ), sums as materialized (
    select keys.donor_key, coalesce(d.name, i.name) as name, coalesce(d.amount, 0) + coalesce(i.amount, 0) as amount,
      coalesce(d.count, 0) + coalesce(i.count, 0) as count, coalesce(i.amount, 0) as imported
    from keys
    left join donor_total d on d.project_id = $1 and d.donor_key = keys.donor_key and d.count > 0
    left join imported_donor i on i.project_id = $1 and i.donor_key = keys.donor_key
    order by 3 desc, 1 limit $2
  ), rest as (
    select
      (select case when count(*) = ${candidates} then min(amount) else 0 end from here)
        + (select case when count(*) = ${candidates} then min(amount) else 0 end from before) as most
  )
  select name, amount, count, imported,
    (select most from rest) = 0 or (select count(*) = $2 and min(amount) >= (select most from rest) from sums) as "isSure"
  from sums order by amount desc, donor_key`);

const largestOfAll = statement<LargestRow>(`
  select coalesce(d.name, i.name) as name, coalesce(d.amount, 0) + coalesce(i.amount, 0) as amount,
    coalesce(d.count, 0) + coalesce(i.count, 0) as count, coalesce(i.amount, 0) as imported
  from (select * from donor_total where project_id = $1 and count > 0) d
  full join (select * from imported_donor where project_id = $1) i on i.donor_key = d.donor_key
  order by 2 desc, coalesce(d.donor_key, i.donor_key) limit $2`);

/** The number of a project's donations in its public list. */
export async function readListTotal(db: Queryable, projectId: string): Promise<ListTotalRow> {
  return (await db.run(listTotal, [projectId]))[0] ?? { paidCount: 0, importedCount: 0 };
}

/** The part of a page of the public list that lies beyond the donations made here: the history, newest first. */
export async function readHistoryPage(
  db: Queryable,
  asked: { projectId: string; total: ListTotalRow; skip: number; take: number },
): Promise<ImportedRow[]> {
  const { paidCount, importedCount } = asked.total;
  const skip = Math.max(0, asked.skip - paidCount);
  const take = Math.min(asked.take, asked.skip + asked.take - paidCount, importedCount - skip);
  return take <= 0 ? [] : db.run(newestPublic, [asked.projectId, skip, take]);
}

/** The largest donors with the history. */
export async function readLargestWithHistory(db: Queryable, projectId: string, most: number): Promise<LargestRow[]> {
  const rows = await db.run(largestOfFirst, [projectId, most]);
  if (rows[0]?.isSure !== false) return rows.map(({ isSure: _, ...donor }) => donor);
  return db.run(largestOfAll, [projectId, most]);
}
