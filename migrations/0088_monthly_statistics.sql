-- formerly 055f64d92ada6cf57c621f02e11ff313ae75ece59286a64a51f1e4b0bf3167b7, which locked `donation` and `project` while it added up

-- What of `project_hour` paid months of memberships. In a table of its own, so that donations given once write no more than before.
create table project_hour_monthly (
  project_id uuid not null,
  hour timestamptz not null,
  count bigint not null,
  amount bigint not null,
  primary key (project_id, hour) include (count, amount)
);

do $$
declare
  -- No transaction that is open now has paid a donation before.
  since timestamptz := clock_timestamp() - interval '10 minutes';
begin
  -- Added up while donations are paid.
  insert into project_hour_monthly (project_id, hour, count, amount)
    select project_id, date_trunc('hour', paid_at, 'UTC'), count(*), sum(amount)
    from donation where membership_month is not null and number is not null and refunded_at is null group by 1, 2 order by 1, 2;
  -- Donations are paid again after the commit: none is missed. The hours in which one was paid or refunded meanwhile are added up anew.
  lock table donation in share row exclusive mode;
  -- With the moment written out it is planned as the few rows that it finds.
  execute format($changed$
    create temporary table months_changed on commit drop as
      select project_id, date_trunc('hour', paid_at, 'UTC') as hour from donation
        where number is not null and refunded_at is null and paid_at >= %1$L and membership_month is not null
      union
      select project_id, date_trunc('hour', paid_at, 'UTC') from donation
        where refunded_at is not null and refunded_at >= %1$L and membership_month is not null
  $changed$, since);
  analyze months_changed;
  delete from project_hour_monthly m using months_changed c where m.project_id = c.project_id and m.hour = c.hour;
  insert into project_hour_monthly (project_id, hour, count, amount)
    select c.project_id, c.hour, count(*), sum(d.amount)
    from months_changed c join donation d on d.project_id = c.project_id and d.paid_at >= c.hour and d.paid_at < c.hour + interval '1 hour'
    where d.membership_month is not null and d.number is not null and d.refunded_at is null group by 1, 2 order by 1, 2;
end $$;
alter table project_hour_monthly add foreign key (project_id) references project;

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
