-- What grew with everybody's rows although it is asked about few of them.

-- The index tells the sums of a period by itself.
drop index donation_newest;
create index donation_newest on donation (paid_at desc) include (amount) where number is not null and refunded_at is null;
create index order_step_paid on order_step (at) include (order_id) where status = 2;

-- A creator's search reads his own gifts alone, however many of all gifts have the word.
create extension if not exists btree_gin;
drop index donation_search;
create index donation_search on donation using gin (
  project_id,
  lower(case when is_anonymous then '' else coalesce(name, '') end || E'\n' || coalesce(message, '')) gin_trgm_ops
) where number is not null;

-- How many payments there are of what the staff looks through: the sum of the rows of a kind and a state. Rows are added,
-- not changed, so that no two writers wait for each other; they are melted together when there are many.
create table payment_count (
  id bigint generated always as identity primary key,
  kind text not null,
  state text not null check (state in ('paid', 'failed')),
  total bigint not null
);
create index payment_count_state on payment_count (state, kind) include (total);

create function payment_end(status text) returns text language sql immutable as $$
  select case when status = 'Paid' then 'paid' when status in ('Failed', 'Expired') then 'failed' end
$$;

insert into payment_count (kind, state, total)
select kind, payment_end(status), count(*) from payment where payment_end(status) is not null group by 1, 2;

create function payment_count_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and payment_end(old.status) is not null then
    insert into payment_count (kind, state, total) values (old.kind, payment_end(old.status), -1);
  end if;
  if payment_end(new.status) is not null then
    insert into payment_count (kind, state, total) values (new.kind, payment_end(new.status), 1);
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
create trigger payment_count_moved after update of status on payment
  for each row when (new.status <> old.status) execute function payment_count_change();
create trigger payment_count_new after insert on payment
  for each row when (new.status in ('Paid', 'Failed', 'Expired')) execute function payment_count_change();
