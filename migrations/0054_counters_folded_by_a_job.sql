-- Whoever pays, orders or decides only adds rows to a counter; a background job calls `fold_counters`. The functions below are those of
-- before without the folding.
create or replace function hour_tally_add(kind text, at timestamptz, count bigint, amount bigint) returns void language plpgsql as $$
begin
  insert into hour_tally_fresh values (kind, date_trunc('hour', at, 'UTC'), count, amount);
end $$;

create or replace function creator_listing_count() returns trigger language plpgsql as $$
begin
  insert into creator_count (type, has_products, total)
    select type, has_products, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by type, has_products;
  return null;
end $$;

create or replace function payment_count_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and payment_end(old.status) is not null then
    insert into payment_count (kind, state, total) values (old.kind, payment_end(old.status), -1);
    perform hour_tally_add(payment_end(old.status) || ' ' || old.kind, old.created_at, -1, -old.amount);
  end if;
  if payment_end(new.status) is not null then
    insert into payment_count (kind, state, total) values (new.kind, payment_end(new.status), 1);
    perform hour_tally_add(payment_end(new.status) || ' ' || new.kind, new.created_at, 1, new.amount);
  end if;
  return null;
end $$;

create or replace function order_count_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status > 0 then
    insert into order_count (status, total) values (old.status, -1);
  end if;
  insert into order_count (status, total) values (new.status, 1);
  return null;
end $$;

create or replace function audit_count_add() returns trigger language plpgsql as $$
begin
  insert into audit_count (call, total) values (new.call, 1);
  return null;
end $$;

-- Replaces up to `most` rows of each counter by their sums, in the caller's transaction: whoever reads meanwhile sees the rows or the sums.
-- A counter of fewer than `fewest` rows stays as it is. Returns the largest number of rows taken from one counter. One caller at a time: to
-- the others there is nothing to fold.
create function fold_counters(fewest bigint, most bigint) returns bigint language plpgsql as $$
declare
  moved bigint;
  largest bigint := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('hour tally', 0)) then
    return 0;
  end if;

  perform from payment_count offset fewest - 1 limit 1;
  if found then
    with taken as (
      delete from payment_count where id in (select id from payment_count order by id limit most for update skip locked)
      returning kind, state, total
    ), folded as (
      insert into payment_count (kind, state, total)
        select kind, state, sum(total) from taken group by kind, state having sum(total) <> 0
    )
    select count(*) into moved from taken;
    largest := greatest(largest, moved);
  end if;

  perform from order_count offset fewest - 1 limit 1;
  if found then
    with taken as (
      delete from order_count where id in (select id from order_count order by id limit most for update skip locked)
      returning status, total
    ), folded as (
      insert into order_count (status, total) select status, sum(total) from taken group by status having sum(total) <> 0
    )
    select count(*) into moved from taken;
    largest := greatest(largest, moved);
  end if;

  perform from creator_count offset fewest - 1 limit 1;
  if found then
    with taken as (
      delete from creator_count where id in (select id from creator_count order by id limit most for update skip locked)
      returning type, has_products, total
    ), folded as (
      insert into creator_count (type, has_products, total)
        select type, has_products, sum(total) from taken group by type, has_products having sum(total) <> 0
    )
    select count(*) into moved from taken;
    largest := greatest(largest, moved);
  end if;

  perform from audit_count offset fewest - 1 limit 1;
  if found then
    with taken as (
      delete from audit_count where id in (select id from audit_count order by id limit most for update skip locked)
      returning call, total
    ), folded as (
      insert into audit_count (call, total) select call, sum(total) from taken group by call
    )
    select count(*) into moved from taken;
    largest := greatest(largest, moved);
  end if;

  perform from hour_tally_fresh offset fewest - 1 limit 1;
  if found then
    with taken as (
      delete from hour_tally_fresh where ctid in (select ctid from hour_tally_fresh limit most for update skip locked) returning *
    ), folded as (
      insert into hour_tally as tally (kind, hour, count, amount)
        select t.kind, t.hour, sum(t.count), sum(t.amount) from taken t
        group by t.kind, t.hour having sum(t.count) <> 0 or sum(t.amount) <> 0
        union all
        select t.kind, '-infinity', sum(t.count), sum(t.amount) from taken t
        group by t.kind having sum(t.count) <> 0 or sum(t.amount) <> 0
      on conflict on constraint hour_tally_pkey do update
        set count = tally.count + excluded.count, amount = tally.amount + excluded.amount
    )
    select count(*) into moved from taken;
    largest := greatest(largest, moved);
  end if;
  return largest;
end $$;
