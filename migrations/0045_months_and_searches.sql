-- What is written waits for this migration, so that no row is missed by its sums. Tallies are not merged meanwhile; tables are locked in the
-- order in which placing, paying and the staff write them, to avoid deadlocks.
select pg_advisory_xact_lock(hashtextextended('hour tally', 0));
lock table product, shop_order, entry, audit, hour_tally in share row exclusive mode;

-- The merged tallies by the month (UTC), so that a page deep in a list is found among months, then among the hours of one.
create table month_tally (
  kind text not null,
  month timestamptz not null,
  count bigint not null,
  primary key (kind, month) include (count)
);

-- Follows the rows of `hour_tally`, which are written once in a hundred changes and by one transaction at a time.
create function month_tally_add() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into month_tally as tally (kind, month, count)
      select kind, date_trunc('month', hour, 'UTC'), -sum(count) from gone where hour > '-infinity' group by 1, 2 order by 1, 2
    on conflict (kind, month) do update set count = tally.count + excluded.count;
  end if;
  insert into month_tally as tally (kind, month, count)
    select kind, date_trunc('month', hour, 'UTC'), sum(count) from fresh where hour > '-infinity' group by 1, 2 order by 1, 2
  on conflict (kind, month) do update set count = tally.count + excluded.count;
  return null;
end $$;
create trigger month_tally_new after insert on hour_tally
  referencing new table as fresh for each statement execute function month_tally_add();
create trigger month_tally_moved after update on hour_tally
  referencing old table as gone new table as fresh for each statement execute function month_tally_add();

insert into month_tally (kind, month, count)
  select kind, date_trunc('month', hour, 'UTC'), sum(count) from hour_tally where hour > '-infinity' group by 1, 2 order by 1, 2;

-- How many lines of the audit trail each call has: the sum of its rows. Writers only add rows, so they never wait for each other; now and
-- then the rows are merged.
create table audit_count (
  id bigint generated always as identity primary key,
  call text not null,
  total bigint not null
);

create function audit_count_add() returns trigger language plpgsql as $$
begin
  insert into audit_count (call, total) values (new.call, 1);
  -- At random: counting the rows first would cost more than merging them.
  if random() < 0.01 then
    with taken as (
      delete from audit_count where id in (select id from audit_count for update skip locked) returning call, total
    )
    insert into audit_count (call, total) select call, sum(total) from taken group by call;
  end if;
  return null;
end $$;
create trigger audit_count_add after insert on audit for each row execute function audit_count_add();

insert into audit_count (call, total) select call, count(*) from audit group by call;

-- A search finds calls by their counts, and everything else of a line in the index of trigrams: most lines share their call with
-- thousands of others. Names of calls are as long in `search_text` as they are.
alter table audit add constraint audit_call_plain check (length(search_fold(call)) = length(call)) not valid;
create index audit_call on audit (call, created_at desc, id desc);
create index audit_rest_search on audit using gin (substr(search_text, length(call) + 2) gin_trgm_ops);
drop index audit_search;

-- The month (UTC) that an id of version 7 contains, and the smallest id of a moment.
create function uuid_month(id uuid) returns timestamptz language sql stable strict parallel safe as $$
  select date_trunc('month',
    least(to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0), '9999-01-01T00:00:00Z'), 'UTC')
$$;
create function uuid_from(moment timestamptz) returns uuid language sql stable strict parallel safe as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Entries of creators' accounts by the month, so that a page of a statement and its balance are found without the entries between.
create table account_month (
  account_id uuid not null references account,
  month timestamptz not null,
  entries bigint not null,
  amount bigint not null,
  primary key (account_id, month)
) with (fillfactor = 80);

create or replace function entry_balance() returns trigger language plpgsql as $$
begin
  if exists (select from fresh group by posting_id having sum(amount) <> 0 or count(*) < 2) then
    raise exception 'the entries of a posting do not sum to zero' using errcode = 'check_violation', constraint = 'entry_sums_to_zero';
  end if;
  insert into account_part as known (account_id, part, balance, entries)
    select e.account_id, pg_backend_pid() % 64, sum(e.amount), count(*)
    from fresh e join account a on a.id = e.account_id
    where a.kind in ('provider', 'platform')
    group by e.account_id order by e.account_id
    on conflict (account_id, part) do update
    set balance = known.balance + excluded.balance, entries = known.entries + excluded.entries;
  perform from account where id in (select account_id from fresh) and kind not in ('provider', 'platform')
    order by id for no key update;
  update account set balance = balance + moved.amount, entries = entries + moved.count
    from (select account_id, sum(amount)::bigint as amount, count(*) as count from fresh group by account_id) as moved
    where account.id = moved.account_id and account.kind not in ('provider', 'platform');
  insert into account_month as known (account_id, month, entries, amount)
    select e.account_id, uuid_month(e.posting_id), count(*), sum(e.amount)
    from fresh e join account a on a.id = e.account_id
    where a.kind = 'creator'
    group by 1, 2 order by 1, 2
    on conflict (account_id, month) do update
    set entries = known.entries + excluded.entries, amount = known.amount + excluded.amount;
  return null;
end $$;

insert into account_month (account_id, month, entries, amount)
  select e.account_id, uuid_month(e.posting_id), count(*), sum(e.amount)
  from entry e join account a on a.id = e.account_id where a.kind = 'creator'
  group by 1, 2 order by 1, 2;

create trigger month_is_final before insert or update or delete on account_month
  for each row when (pg_trigger_depth() = 0) execute function ledger_is_final();

-- What searches read of placed orders and of products that are not deleted: narrow rows, a fifth of the pages of their tables. They are
-- also written less often, and so is their index of trigrams, which every new version of an order or a product would enter again.
create table order_text (
  id uuid primary key,
  user_id uuid not null,
  placed_at timestamptz not null,
  pickup_point_id integer,
  status smallint not null,
  search_text text not null
) with (fillfactor = 90);
create index order_text_search on order_text using gin (search_text gin_trgm_ops);

create function order_text_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.status = 0 then
    delete from order_text where id = old.id;
  else
    insert into order_text (id, user_id, placed_at, pickup_point_id, status, search_text)
      values (new.id, new.user_id, new.placed_at, new.pickup_point_id, new.status, new.search_text)
      on conflict (id) do update set user_id = excluded.user_id, placed_at = excluded.placed_at,
        pickup_point_id = excluded.pickup_point_id, status = excluded.status, search_text = excluded.search_text;
  end if;
  return null;
end $$;
create trigger order_text_new after insert on shop_order
  for each row when (new.status > 0) execute function order_text_follow();
create trigger order_text_moved after update on shop_order
  for each row when (
    (old.status > 0 or new.status > 0)
    and (old.user_id, old.placed_at, old.pickup_point_id, old.status, old.search_text)
      is distinct from (new.user_id, new.placed_at, new.pickup_point_id, new.status, new.search_text))
  execute function order_text_follow();
create trigger order_text_gone after delete on shop_order
  for each row when (old.status > 0) execute function order_text_follow();

create table product_text (
  id uuid primary key,
  user_id uuid not null,
  price bigint not null,
  created_at timestamptz not null,
  category_id integer not null,
  is_active boolean not null,
  is_listed boolean not null,
  is_top boolean not null,
  search_text text not null
) with (fillfactor = 90);
create index product_text_search on product_text using gin (search_text gin_trgm_ops);

create function product_text_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.deleted_at is not null then
    delete from product_text where id = old.id;
  else
    insert into product_text (id, user_id, price, created_at, category_id, is_active, is_listed, is_top, search_text)
      values (new.id, new.user_id, new.price, new.created_at, new.category_id, new.is_active, new.is_listed, new.is_top, new.search_text)
      on conflict (id) do update set user_id = excluded.user_id, price = excluded.price, created_at = excluded.created_at,
        category_id = excluded.category_id, is_active = excluded.is_active, is_listed = excluded.is_listed,
        is_top = excluded.is_top, search_text = excluded.search_text;
  end if;
  return null;
end $$;
create trigger product_text_new after insert on product
  for each row when (new.deleted_at is null) execute function product_text_follow();
create trigger product_text_moved after update on product
  for each row when (
    (old.user_id, old.price, old.created_at, old.category_id, old.is_active, old.is_listed, old.is_top, old.search_text, old.deleted_at)
    is distinct from
    (new.user_id, new.price, new.created_at, new.category_id, new.is_active, new.is_listed, new.is_top, new.search_text, new.deleted_at))
  execute function product_text_follow();
create trigger product_text_gone after delete on product
  for each row when (old.deleted_at is null) execute function product_text_follow();
