import type { Client } from 'pg';
import { hourTally } from '#base/db/hour-tally.server.ts';
import { wrongHistory } from './history-rows.ts';
import { membershipFaults } from './membership-rows.ts';
import { tallyFaults } from './tallies.ts';

/** Queries that must return no rows: facts that are stored twice and differ. */
const faults: Readonly<Record<string, string>> = {
  'postings that do not sum to zero': `select posting_id from entry group by posting_id having sum(amount) <> 0 or count(*) < 2`,
  'postings without entries': `select id from posting p where not exists (select from entry e where e.posting_id = p.id)`,
  'balances that are not the sum of their entries': `
    select a.id from account_balance a left join (select account_id, sum(amount) as sum from entry group by 1) e on e.account_id = a.id
    where a.balance <> coalesce(e.sum, 0)`,
  'accounts whose entries are counted wrongly': `
    select a.id from account_balance a left join (select account_id, count(*) as count from entry group by 1) e on e.account_id = a.id
    where a.entries <> coalesce(e.count, 0)`,
  'tallies whose total is not their sum': `
    select kind from (select kind, sum(count) as count, sum(amount) as amount from ${hourTally} tally group by 1) t full join (
      select kind, sum(count) as count, sum(amount) as amount from (
        select * from hour_tally where hour = '-infinity' union all select * from hour_tally_fresh) whole group by 1) w using (kind)
    where (coalesce(t.count, 0), coalesce(t.amount, 0)) is distinct from (coalesce(w.count, 0), coalesce(w.amount, 0))`,
  'creators with less than nothing': `select id from account where kind = 'creator' and balance < 0`,
  'projects whose totals differ from their donations': `
    select project_id from project_total t full join (
      select project_id, max(number) as last, count(*) filter (where refunded_at is null) as count,
        coalesce(sum(amount) filter (where refunded_at is null), 0) as sum
      from donation where number is not null group by 1) d using (project_id)
    where (t.last_number, t.paid_count, t.paid_sum) is distinct from (d.last, d.count, d.sum)`,
  'donors whose totals differ from their donations': `
    select project_id from donor_total t full join (
      select project_id, donor_key, count(*) filter (where refunded_at is null) as count,
        coalesce(sum(amount) filter (where refunded_at is null), 0) as sum
      from donation where number is not null group by 1, 2) d using (project_id, donor_key)
    where (t.count, t.amount) is distinct from (d.count, d.sum)`,
  'donations with gaps between their numbers': `
    select project_id from donation where number is not null group by 1 having max(number) <> count(*)`,
  'donations without a payment of their sum and state': `
    select d.id from donation d left join payment p on p.reference = d.id and p.kind = 'donation' and p.amount = d.amount
      and (p.status in ('Paid', 'Refunded')) = (d.number is not null) and (p.status = 'Refunded') = (d.refunded_at is not null)
    where p.id is null`,
  'orders whose total differs from their lines': `
    select o.id from shop_order o left join (select order_id, sum(price * quantity) as sum from order_line group by 1) l
      on l.order_id = o.id
    where o.status > 0 and o.total is distinct from l.sum`,
  'paid orders without a payment or a posting of their total': `
    select o.id from shop_order o
    where o.status in (2, 3, 4, 5, 6, 8) and not exists (
      select from payment p join posting b on b.kind = 'order' and b.reference = o.id
      where p.reference = o.id and p.amount = o.total and p.status = case o.status when 8 then 'Refunded' else 'Paid' end)`,
  'orders counted wrongly': `
    select status from (select status, sum(total) as total from order_count group by 1) c
    full join (select status, count(*) as total from shop_order where status > 0 group by 1) o using (status)
    where coalesce(c.total, 0) <> coalesce(o.total, 0)`,
  'payments counted wrongly': `
    select kind from (select kind, state, sum(total) as total from payment_count group by 1, 2) c
    full join (select kind, payment_end(status) as state, count(*) as total from payment where payment_end(status) is not null
      group by 1, 2) p using (kind, state)
    where coalesce(c.total, 0) <> coalesce(p.total, 0)`,
  'imported donations counted wrongly': wrongHistory,
  ...membershipFaults,
  ...tallyFaults,
  'products counted wrongly': `
    select 1 from (select coalesce(sum(total), 0) as total from product_count where category_id = 0
        and user_id = '00000000-0000-0000-0000-000000000000' and scope = 0) k,
      (select count(*) as counted from product where is_listed) p where k.total <> p.counted`,
  'creators counted wrongly': `
    select 1 from (select coalesce(sum(total), 0) as total from creator_count where type = -1) k,
      (select count(*) as counted from creator where is_listed) c where k.total <> c.counted`,
  'payouts without a posting': `
    select p.id from payout p where not exists (select from posting b where b.kind = 'payout' and b.reference = p.id)`,
  'money that the provider does not have': `
    select 1 from (select -balance as ours from account_balance where kind = 'provider') a,
      (select coalesce(sum(amount), 0) as theirs from payment where status = 'Paid') p,
      (select coalesce(sum(amount), 0) as gone from payout where state = 'Paid') o
    where a.ours <> p.theirs - o.gone`,
};

/** How often the books, the totals and the counters of a database do not say the same, by what is wrong. */
export async function findFaults(client: Client): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [what, question] of Object.entries(faults)) {
    const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from (${question}) fault`);
    if (rows[0]?.count !== '0') found[what] = Number(rows[0]?.count);
  }
  return found;
}

/** Throws where there are faults. */
export async function refuseFaults(client: Client): Promise<void> {
  for (const [what, count] of Object.entries(await findFaults(client))) throw new Error(`there are ${what}: ${count}`);
}
