-- What the staff sees by day, kept by hour while it happens: a day of any time zone is a sum of hours (and of the rows
-- themselves where a day begins within an hour). Rows are only added beside the tallies, so that no two writers wait for each
-- other; the one in a hundred who folds them into the tallies does it alone, and nobody waits for him either.
create table hour_tally (
  kind text not null,
  hour timestamptz not null,
  count bigint not null,
  amount bigint not null,
  primary key (kind, hour)
);
-- What is not folded yet: a tally is the sum of its rows in both tables.
create table hour_tally_fresh (
  kind text not null,
  hour timestamptz not null,
  count bigint not null,
  amount bigint not null
);

create function hour_tally_add(kind text, at timestamptz, count bigint, amount bigint) returns void language plpgsql as $$
begin
  insert into hour_tally_fresh values (kind, date_trunc('hour', at, 'UTC'), count, amount);
  -- Once a transaction at most: one that writes very much would walk again and again over what it has folded already.
  if random() < 0.01 and coalesce(current_setting('opora.hour_tally_folded', true), '') = ''
      and pg_try_advisory_xact_lock(hashtextextended('hour tally', 0)) then
    perform set_config('opora.hour_tally_folded', 'yes', true);
    with taken as (delete from hour_tally_fresh returning *)
    insert into hour_tally as tally (kind, hour, count, amount)
      select t.kind, t.hour, sum(t.count), sum(t.amount) from taken t
      group by t.kind, t.hour having sum(t.count) <> 0 or sum(t.amount) <> 0
    on conflict on constraint hour_tally_pkey do update
      set count = tally.count + excluded.count, amount = tally.amount + excluded.amount;
  end if;
end $$;

-- Gifts paid and not given back, by the moment of the payment.
create function gift_tally() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.paid_at is not null and old.refunded_at is null then
    perform hour_tally_add('gift', old.paid_at, -1, -old.amount);
  end if;
  if tg_op <> 'DELETE' and new.paid_at is not null and new.refunded_at is null then
    perform hour_tally_add('gift', new.paid_at, 1, new.amount);
  end if;
  return null;
end $$;
create trigger gift_tally_new after insert on donation
  for each row when (new.paid_at is not null) execute function gift_tally();
create trigger gift_tally_moved after update on donation for each row
  when ((old.paid_at, old.refunded_at is null, old.amount) is distinct from (new.paid_at, new.refunded_at is null, new.amount))
  execute function gift_tally();
create trigger gift_tally_gone after delete on donation
  for each row when (old.paid_at is not null) execute function gift_tally();

-- Orders by the moment of their payment; what was given back later stays counted.
create function order_tally() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform hour_tally_add('order', old.at, -1, -total) from shop_order where id = old.order_id;
  end if;
  perform hour_tally_add('order', new.at, 1, total) from shop_order where id = new.order_id;
  return null;
end $$;
create trigger order_tally_new after insert on order_step
  for each row when (new.status = 2) execute function order_tally();
create trigger order_tally_moved after update of at on order_step
  for each row when (new.status = 2 and old.at <> new.at) execute function order_tally();

-- People by the moment of their registration, and those of them whom the public list shows.
create function person_tally() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform hour_tally_add('person', new.created_at, 1, 0); end if;
  if tg_op = 'UPDATE' and old.is_listed then perform hour_tally_add('listed_person', old.created_at, -1, 0); end if;
  if new.is_listed then perform hour_tally_add('listed_person', new.created_at, 1, 0); end if;
  return null;
end $$;
create trigger person_tally_new after insert on creator for each row execute function person_tally();
create trigger person_tally_moved after update on creator
  for each row when (old.is_listed <> new.is_listed) execute function person_tally();

-- Payments by the moment of their beginning: `paid donation`, `failed order`, …
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
  -- Now and then; counting the rows first would cost more than melting them.
  if random() < 0.01 then
    with taken as (
      delete from payment_count where id in (select id from payment_count for update skip locked) returning kind, state, total
    )
    insert into payment_count (kind, state, total)
      select kind, state, sum(total) from taken group by kind, state having sum(total) <> 0;
  end if;
  return null;
end $$;

-- Creating the triggers has stopped writers until here commits; payments' ones stood before.
lock table payment in share row exclusive mode;
insert into hour_tally (kind, hour, count, amount)
  select 'gift', date_trunc('hour', paid_at, 'UTC'), count(*), sum(amount)
  from donation where paid_at is not null and refunded_at is null group by 2
  union all
  select 'order', date_trunc('hour', s.at, 'UTC'), count(*), sum(o.total)
  from order_step s join shop_order o on o.id = s.order_id where s.status = 2 group by 2
  union all
  select 'person', date_trunc('hour', created_at, 'UTC'), count(*), 0 from creator group by 2
  union all
  select 'listed_person', date_trunc('hour', created_at, 'UTC'), count(*), 0 from creator where is_listed group by 2
  union all
  select payment_end(status) || ' ' || kind, date_trunc('hour', created_at, 'UTC'), count(*), sum(amount)
  from payment where payment_end(status) is not null group by 1, 2;

-- The staff's median time of a decision is told by the index alone.
drop index field_decision_decided_at;
create index field_decision_decided_at on field_decision (decided_at) include (requested_at)
  where undone_at is null and requested_at is not null;
