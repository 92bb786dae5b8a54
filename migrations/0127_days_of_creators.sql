-- Projects whose days a job still has to add up, each in a moment of its own: they are read by the hour until then.
create table project_without_days (
  project_id uuid primary key
);
-- Before what locks tables, so that nobody waits for so many rows.
insert into project_without_days (project_id) select project_id from project_total order by 1;

-- A creator's statistics by the day of the country: the sums of `project_hour`, `project_hour_monthly` and `donor_return`. `again`: returns of
-- donors who had not yet given on that day.
create table project_day (
  project_id uuid not null references project,
  day date not null,
  count bigint not null default 0,
  amount bigint not null default 0,
  named bigint not null default 0,
  monthly_count bigint not null default 0,
  monthly_amount bigint not null default 0,
  returns bigint not null default 0,
  again bigint not null default 0,
  primary key (project_id, day)
) with (fillfactor = 80);

create function project_day_add(one project_day) returns void language plpgsql as $$
begin
  if exists (select from project_without_days w where w.project_id = one.project_id) then return; end if;
  insert into project_day as known values (one.*)
  on conflict (project_id, day) do update
    set count = known.count + excluded.count, amount = known.amount + excluded.amount, named = known.named + excluded.named,
      monthly_count = known.monthly_count + excluded.monthly_count, monthly_amount = known.monthly_amount + excluded.monthly_amount,
      returns = known.returns + excluded.returns, again = known.again + excluded.again;
end $$;

create function project_day_of_hour() returns trigger language plpgsql as $$
begin
  perform project_day_add(row(new.project_id, day_of(new.hour), new.count - coalesce(old.count, 0), new.amount - coalesce(old.amount, 0),
    new.named - coalesce(old.named, 0), 0, 0, 0, 0)::project_day);
  return null;
end $$;
create function project_day_of_month() returns trigger language plpgsql as $$
begin
  perform project_day_add(row(new.project_id, day_of(new.hour), 0, 0, 0, new.count - coalesce(old.count, 0),
    new.amount - coalesce(old.amount, 0), 0, 0)::project_day);
  return null;
end $$;
create function project_day_of_return() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform project_day_add(row(old.project_id, day_of(old.paid_at), 0, 0, 0, 0, 0, -1,
      -(day_of(old.paid_at) <> day_of(old.previous_at))::integer)::project_day);
  end if;
  if tg_op <> 'DELETE' then
    perform project_day_add(row(new.project_id, day_of(new.paid_at), 0, 0, 0, 0, 0, 1,
      (day_of(new.paid_at) <> day_of(new.previous_at))::integer)::project_day);
  end if;
  return null;
end $$;
create trigger project_day_of_hour after insert or update on project_hour
  for each row execute function project_day_of_hour();
create trigger project_day_of_month after insert or update on project_hour_monthly
  for each row execute function project_day_of_month();
create trigger project_day_of_return after insert or update or delete on donor_return
  for each row execute function project_day_of_return();
-- Those who were paid for the first time meanwhile are few.
insert into project_without_days (project_id)
  select project_id from project_total where project_id not in (select project_id from project_without_days) order by 1;

-- Adds up the days of one project, which is locked as its donations lock it. Returns whether there was one.
create function fill_project_days() returns boolean language plpgsql as $$
declare
  one uuid;
begin
  select project_id into one from project_without_days limit 1 for update skip locked;
  if one is null then return false; end if;
  perform from project_total where project_id = one for no key update;
  insert into project_day
    select one, day, sum(count), sum(amount), sum(named), sum(monthly_count), sum(monthly_amount), sum(returns), sum(again) from (
      select day_of(hour) as day, count, amount, named, 0 as monthly_count, 0 as monthly_amount, 0 as returns, 0 as again
      from project_hour where project_id = one
      union all select day_of(hour), 0, 0, 0, count, amount, 0, 0 from project_hour_monthly where project_id = one
      union all select day_of(paid_at), 0, 0, 0, 0, 0, 1, (day_of(paid_at) <> day_of(previous_at))::integer
      from donor_return where project_id = one
    ) part group by day order by day;
  delete from project_without_days where project_id = one;
  return true;
end $$;
