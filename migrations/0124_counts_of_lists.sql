-- How long lists are, and how often searched texts were changed: the sum of the rows of its name. Writers only add rows, so they never wait for
-- each other; a job folds them.
create table list_count (
  id bigint generated always as identity primary key,
  list text not null,
  total bigint not null
);

-- A search whose finds are remembered is asked again once there are more changes of its table.
create function count_change() returns trigger language plpgsql as $$
begin
  insert into list_count (list, total) values (tg_table_name || ' changes', 1);
  return null;
end $$;
create trigger order_text_changed after insert or update or delete on order_text
  for each statement execute function count_change();
create trigger product_text_changed after insert or update or delete on product_text
  for each statement execute function count_change();

-- A creator's search among donations is asked again once there is another donation of the project, or others are worded anew.
create trigger donation_words_changed after update on donation
  for each row when (
    old.number is not null and (old.name, old.message, old.is_anonymous) is distinct from (new.name, new.message, new.is_anonymous))
  execute function count_change();
create trigger donation_gone after delete on donation
  for each row when (old.number is not null) execute function count_change();

-- The function of before, which folds the new counter, too.
create or replace function fold_counters(fewest bigint, most bigint) returns bigint language plpgsql as $$
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

  perform from list_count offset fewest - 1 limit 1;
  if found then
    with taken as (
      delete from list_count where id in (select id from list_count order by id limit most for update skip locked)
      returning list, total
    ), folded as (
      insert into list_count (list, total) select list, sum(total) from taken group by list having sum(total) <> 0
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
