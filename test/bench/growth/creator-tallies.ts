/** What `project_hour` says, made of the donations themselves. */
export const projectHours = `
  select project_id, date_trunc('hour', paid_at, 'UTC') as hour, count(*) as count, sum(amount)::bigint as amount,
    count(*) filter (where donor_key <> 'anonymous') as named
  from donation where number is not null and refunded_at is null group by 1, 2`;

export const donorReturns = `
  select project_id, number, paid_at, previous_at from (
    select project_id, number, paid_at, lag(paid_at) over (partition by project_id, donor_key order by number) as previous_at
    from donation where number is not null and refunded_at is null and donor_key <> 'anonymous'
  ) dated where previous_at is not null`;

/** Rows of the two tables that differ from the donations. */
export const wrongProjectHours = `
  select project_id, hour from (select * from project_hour where count > 0) h full join (${projectHours}) d using (project_id, hour)
  where (h.count, h.amount, h.named) is distinct from (d.count, d.amount, d.named)`;

export const wrongReturns = `
  select project_id, number from donor_return r full join (${donorReturns}) d using (project_id, number)
  where (r.paid_at, r.previous_at) is distinct from (d.paid_at, d.previous_at)`;

/** What `field_person` says, made of the fields themselves. */
export const fieldPeople = 'select distinct state, user_id from profile_field';

export const wrongFieldPeople = `
  select user_id from field_person p full join (${fieldPeople}) f using (state, user_id) where p.state is null or f.state is null`;
