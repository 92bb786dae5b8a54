import { hourTally, monthTally } from '#base/db/hour-tally.server.ts';

/** What the tallies of the hour say, made of the rows themselves. */
export const hours = `
  select kind, date_trunc('hour', at, 'UTC') as hour, count(*) as count, sum(amount) as amount from (
    select 'donation' as kind, paid_at as at, amount from donation where paid_at is not null and refunded_at is null
    union all select 'order', s.at, o.total from order_step s join shop_order o on o.id = s.order_id where s.status = 2
    union all select 'person', created_at, 0 from creator
    union all select 'listed_person', created_at, 0 from creator where is_listed
    union all select 'audit', created_at, 0 from audit
    union all select payment_end(status) || ' ' || kind, created_at, amount from payment where payment_end(status) is not null
  ) dated group by 1, 2`;

/** What `project_hour` says. */
export const projectHours = `
  select project_id, date_trunc('hour', paid_at, 'UTC') as hour, count(*) as count, sum(amount)::bigint as amount,
    count(*) filter (where donor_key <> 'anonymous') as named
  from donation where number is not null and refunded_at is null group by 1, 2`;

/** What `project_hour_monthly` says. */
export const monthlyHours = `
  select project_id, date_trunc('hour', paid_at, 'UTC') as hour, count(*) as count, sum(amount)::bigint as amount
  from donation where membership_month is not null and number is not null and refunded_at is null group by 1, 2`;

/** What `project_day` says. */
export const projectDays = `
  select project_id, day, sum(count)::bigint as count, sum(amount)::bigint as amount, sum(named)::bigint as named,
    sum(monthly_count)::bigint as monthly_count, sum(monthly_amount)::bigint as monthly_amount, sum(returns)::bigint as returns,
    sum(again)::bigint as again
  from (
    select project_id, day_of(paid_at) as day, 1 as count, amount, (donor_key <> 'anonymous')::integer as named,
      (membership_month is not null)::integer as monthly_count, case when membership_month is null then 0 else amount end as monthly_amount,
      0 as returns, 0 as again
    from donation where number is not null and refunded_at is null
    union all select project_id, day_of(paid_at), 0, 0, 0, 0, 0, 1, (day_of(paid_at) <> day_of(previous_at))::integer from donor_return
  ) part group by 1, 2`;

/** How long the lists of `list_count` are. */
export const lists = `
  select list, count(*) as total from (
    select lists_of_creator(has_products, is_blocked, is_verified, types) as list from creator
    union all select 'people with fields ' || state from field_person union all select 'payouts ' || state from payout
  ) counted group by list`;

export const donorReturns = `
  select project_id, number, paid_at, previous_at from (
    select project_id, number, paid_at, lag(paid_at) over (partition by project_id, donor_key order by number) as previous_at
    from donation where number is not null and refunded_at is null and donor_key <> 'anonymous'
  ) dated where previous_at is not null`;

/** What `field_person` says. */
export const fieldPeople = 'select distinct state, user_id from profile_field';

const orderText = 'id, user_id, placed_at, pickup_point_id, status, search_text';
const productText = 'id, user_id, price, created_at, category_id, is_active, is_listed, is_top, search_text';

/** Queries that must return no rows: tallies and copies that differ from the rows which they are made of. */
export const tallyFaults: Readonly<Record<string, string>> = {
  'hours tallied wrongly': `
    select kind from (
      select kind, hour, sum(count) as count, sum(amount) as amount from ${hourTally} tally group by 1, 2
    ) k full join (${hours}) t using (kind, hour)
    where (coalesce(k.count, 0), coalesce(k.amount, 0)) is distinct from (coalesce(t.count, 0), coalesce(t.amount, 0))`,
  'months tallied wrongly': `
    select kind, month from (select kind, month, sum(count) as count from ${monthTally} tally group by 1, 2) m full join (
      select kind, date_trunc('month', hour, 'UTC') as month, sum(count) as count from ${hourTally} tally group by 1, 2
    ) h using (kind, month)
    where coalesce(m.count, 0) <> coalesce(h.count, 0)`,
  'days tallied wrongly': `
    select kind, day from day_tally d full join (
      select kind, day_of(hour) as day, sum(count) as count, sum(amount) as amount from hour_tally where hour > '-infinity' group by 1, 2
    ) h using (kind, day)
    where (coalesce(d.count, 0), coalesce(d.amount, 0)) is distinct from (coalesce(h.count, 0), coalesce(h.amount, 0))`,
  'lists counted wrongly': `
    select list from (select list, sum(total) as total from list_count where list not like '% changes' group by 1) c
    full join (${lists}) l using (list) where coalesce(c.total, 0) <> coalesce(l.total, 0)`,
  'days of projects tallied wrongly': `
    select project_id, day from project_day s full join (${projectDays}) d using (project_id, day)
    where (coalesce(s.count, 0), coalesce(s.amount, 0), coalesce(s.named, 0), coalesce(s.monthly_count, 0), coalesce(s.monthly_amount, 0),
        coalesce(s.returns, 0), coalesce(s.again, 0))
      is distinct from (coalesce(d.count, 0), coalesce(d.amount, 0), coalesce(d.named, 0), coalesce(d.monthly_count, 0),
        coalesce(d.monthly_amount, 0), coalesce(d.returns, 0), coalesce(d.again, 0))`,
  'lines of the trail counted wrongly': `
    select call from (select call, sum(total) as total from audit_count group by 1) c full join (
      select call, count(*) as total from audit group by 1
    ) a using (call)
    where coalesce(c.total, 0) <> coalesce(a.total, 0)`,
  'months of accounts summed wrongly': `
    select account_id, month from account_month m full join (
      select e.account_id, uuid_month(e.posting_id) as month, count(*) as entries, sum(e.amount) as amount
      from entry e join account a on a.id = e.account_id where a.kind = 'creator' group by 1, 2
    ) e using (account_id, month)
    where (m.entries, m.amount) is distinct from (e.entries, e.amount)`,
  'texts of orders copied wrongly': `
    (select ${orderText} from order_text except select ${orderText} from shop_order where status > 0)
    union all (select ${orderText} from shop_order where status > 0 except select ${orderText} from order_text)`,
  'texts of products copied wrongly': `
    (select ${productText} from product_text except select ${productText} from product where deleted_at is null)
    union all (select ${productText} from product where deleted_at is null except select ${productText} from product_text)`,
  'hours of projects tallied wrongly': `
    select project_id, hour from (select * from project_hour where count > 0) h full join (${projectHours}) d using (project_id, hour)
    where (h.count, h.amount, h.named) is distinct from (d.count, d.amount, d.named)`,
  'months in hours of projects tallied wrongly': `
    select project_id, hour from (select * from project_hour_monthly where count > 0) h full join (${monthlyHours}) d using (project_id, hour)
    where (h.count, h.amount) is distinct from (d.count, d.amount)`,
  'returns of donors stored wrongly': `
    select project_id, number from donor_return r full join (${donorReturns}) d using (project_id, number)
    where (r.paid_at, r.previous_at) is distinct from (d.paid_at, d.previous_at)`,
  'people by field stored wrongly': `
    select user_id from field_person p full join (${fieldPeople}) f using (state, user_id) where p.state is null or f.state is null`,
};
