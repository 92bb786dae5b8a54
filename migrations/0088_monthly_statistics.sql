-- Donations are paid again after the commit: none is missed by the rows at the end.
lock table donation in share row exclusive mode;

-- What of `project_hour` paid months of memberships. In a table of its own, so that donations given once write no more than before.
create table project_hour_monthly (
  project_id uuid not null references project,
  hour timestamptz not null,
  count bigint not null,
  amount bigint not null,
  primary key (project_id, hour) include (count, amount)
);

create or replace function project_hour_add(one donation, sign integer) returns void language plpgsql as $$
begin
  insert into project_hour as known (project_id, hour, count, amount, named)
  values (one.project_id, date_trunc('hour', one.paid_at, 'UTC'), sign, sign * one.amount,
    case when one.donor_key = 'anonymous' then 0 else sign end)
  on conflict (project_id, hour) do update
    set count = known.count + excluded.count, amount = known.amount + excluded.amount, named = known.named + excluded.named;
  if one.membership_month is not null then
    insert into project_hour_monthly as known (project_id, hour, count, amount)
    values (one.project_id, date_trunc('hour', one.paid_at, 'UTC'), sign, sign * one.amount)
    on conflict (project_id, hour) do update set count = known.count + excluded.count, amount = known.amount + excluded.amount;
  end if;
end $$;

insert into project_hour_monthly (project_id, hour, count, amount)
  select project_id, date_trunc('hour', paid_at, 'UTC'), count(*), sum(amount)
  from donation where membership_month is not null and number is not null and refunded_at is null group by 1, 2 order by 1, 2;
