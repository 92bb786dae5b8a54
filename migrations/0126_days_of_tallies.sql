-- The day of the country in which a moment is.
create function day_of(moment timestamptz) returns date language sql immutable strict parallel safe as $$
  select (moment at time zone 'Asia/Tashkent')::date
$$;

-- Tallies are not merged meanwhile, so that no row is missed; whoever writes only adds to `hour_tally_fresh`.
select pg_advisory_xact_lock(hashtextextended('hour tally', 0));

-- The merged tallies by the day, so that a year is read without its hours.
create table day_tally (
  kind text not null,
  day date not null,
  count bigint not null,
  amount bigint not null,
  primary key (kind, day)
) with (fillfactor = 80);

-- Follows the rows of `hour_tally`, which one transaction at a time writes.
create function day_tally_add() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into day_tally as tally (kind, day, count, amount)
      select kind, day_of(hour), -sum(count), -sum(amount) from gone where hour > '-infinity' group by 1, 2 order by 1, 2
    on conflict (kind, day) do update set count = tally.count + excluded.count, amount = tally.amount + excluded.amount;
  end if;
  insert into day_tally as tally (kind, day, count, amount)
    select kind, day_of(hour), sum(count), sum(amount) from fresh where hour > '-infinity' group by 1, 2 order by 1, 2
  on conflict (kind, day) do update set count = tally.count + excluded.count, amount = tally.amount + excluded.amount;
  return null;
end $$;
create trigger day_tally_new after insert on hour_tally
  referencing new table as fresh for each statement execute function day_tally_add();
create trigger day_tally_moved after update on hour_tally
  referencing old table as gone new table as fresh for each statement execute function day_tally_add();

insert into day_tally (kind, day, count, amount)
  select kind, day_of(hour), sum(count), sum(amount) from hour_tally where hour > '-infinity' group by 1, 2 order by 1, 2;

-- Decisions of days that are over, with the median of the seconds from the request to the decision. A job closes them an hour after their end:
-- a decision may be undone for minutes only.
create table decision_day (
  day date primary key,
  decided bigint not null,
  median double precision not null
);

create function decisions_of(first_day date, last_day date)
returns table (day date, decided bigint, median double precision) language sql stable as $$
  select day_of(d.decided_at), count(*),
    percentile_cont(0.5) within group (order by extract(epoch from d.decided_at - d.requested_at)::float8)
  from field_decision d
  where d.decided_at >= first_day::timestamp at time zone 'Asia/Tashkent'
    and d.decided_at < (last_day + 1)::timestamp at time zone 'Asia/Tashkent'
    and d.undone_at is null and d.requested_at is not null
  group by 1
$$;

create function close_decision_days() returns void language plpgsql as $$
declare
  closed date;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('decision days', 0)) then
    return;
  end if;
  select max(day) into closed from decision_day;
  insert into decision_day (day, decided, median)
    select * from decisions_of(coalesce(closed + 1, '2000-01-01'), day_of(now() - interval '1 hour') - 1) order by 1;
end $$;

-- A decision of a closed day that is written, changed or removed after all: that day is read again.
create function decision_day_again() returns trigger language plpgsql as $$
declare
  changed date := day_of(case tg_op when 'INSERT' then new.decided_at else old.decided_at end);
begin
  perform pg_advisory_xact_lock(hashtextextended('decision days', 0));
  if exists (select from decision_day where day >= changed) then
    delete from decision_day where day = changed;
    insert into decision_day (day, decided, median) select * from decisions_of(changed, changed);
  end if;
  return null;
end $$;
create trigger decision_day_new after insert on field_decision
  for each row when (new.decided_at < now() - interval '1 hour') execute function decision_day_again();
create trigger decision_day_moved after update of requested_at, undone_at on field_decision
  for each row when (old.decided_at < now() - interval '1 hour') execute function decision_day_again();
create trigger decision_day_gone after delete on field_decision
  for each row when (old.decided_at < now() - interval '1 hour') execute function decision_day_again();
