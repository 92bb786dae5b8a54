import type { Database } from '#base/db/db.server.ts';

export interface BooksOfMoney {
  readonly entrySum: number;
  readonly wrongBalances: number;
  readonly unbalanced: number;
}

/** The invariants of the ledger: all numbers must be 0 at every moment. */
export async function readLedgerFaults(db: Database): Promise<BooksOfMoney> {
  const result = await db.pool.query<BooksOfMoney>(`
    select
      (select coalesce(sum(amount), 0) from entry)::float8 as "entrySum",
      (select count(*) from account_balance a
        where a.balance <> (select coalesce(sum(e.amount), 0) from entry e where e.account_id = a.id))::float8 as "wrongBalances",
      (select count(*) from (select posting_id from entry group by posting_id having sum(amount) <> 0) as p)::float8 as "unbalanced"`);
  const [row] = result.rows;
  if (row === undefined) throw new Error('the ledger does not answer');
  return row;
}

/** How the totals, the ledger, the top and the donations themselves differ: all numbers are 0. */
export async function readTotalFaults(db: Database): Promise<Record<string, number>> {
  const result = await db.pool.query<Record<string, number>>(`
    with donations as (
      select project_id, count(*) as paid_count, sum(amount) as paid_sum from donation
      where paid_at is not null and refunded_at is null group by project_id
    ), top as (
      select project_id, sum(count) as paid_count, sum(amount) as paid_sum from donor_total group by project_id
    ), booked as (
      select d.project_id, p.id from posting p join donation d on d.id = p.reference
      union all
      select d.project_id, p.id from posting p join payment_refund r on r.id = p.reference join payment y on y.id = r.payment_id
        left join shop_order o on o.id = y.reference join donation d on d.id = coalesce(o.donation_id, y.reference)
        where p.kind = 'donation-part-refund'
      union all
      select d.project_id, p.id from payment_refund r join payment y on y.id = r.payment_id join donation d on d.joint_of = y.reference
        join posting p on p.kind = 'donation-part-refund'
          and p.reference = overlay(overlay(md5(r.id::text || d.id::text) placing '8' from 13) placing '8' from 17)::uuid
    ), postings as (
      select b.project_id, -sum(e.amount) as paid_sum from booked b join entry e on e.posting_id = b.id
      where e.account_id = '00000000-0000-7000-8000-000000000001' group by b.project_id
    )
    select
      (select count(*) from project_total t left join donations g using (project_id)
        where (t.paid_count, t.paid_sum) is distinct from (coalesce(g.paid_count, 0), coalesce(g.paid_sum, 0)))::float8 as "totals",
      (select count(*) from project_total t left join top using (project_id)
        where (t.paid_count, t.paid_sum) is distinct from (top.paid_count, top.paid_sum))::float8 as "top",
      (select count(*) from project_total t left join postings p using (project_id)
        where t.paid_sum is distinct from coalesce(p.paid_sum, 0))::float8 as "ledger",
      (select count(*) from donation d join payment p on p.reference = d.id
        where (p.status = 'Paid') is distinct from (d.paid_at is not null and d.refunded_at is null)
          or (p.status = 'Refunded') is distinct from (d.refunded_at is not null))::float8 as "states",
      (select count(*) from (select project_id, max(number) - count(*) as gap from donation where number is not null
        group by project_id) as n where gap <> 0)::float8 as "numbers"`);
  const [row] = result.rows;
  if (row === undefined) throw new Error('the totals do not answer');
  return row;
}
