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
insert into day_tally (kind, day, count, amount)
  select kind, day_of(hour), sum(count), sum(amount) from hour_tally where hour > '-infinity' group by 1, 2 order by 1, 2;

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
