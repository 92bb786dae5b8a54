-- Payments at the provider, in minor units. `reference` is the id of the donation or order; an order may have several payments, one after
-- another.
create table payment (
  id uuid primary key default uuid_v7(),
  kind text not null,
  reference uuid not null,
  -- The payment's id at the provider.
  provider_id text not null unique,
  amount bigint not null check (amount > 0),
  -- How much was refunded in parts; a refund of the whole payment is not included.
  refunded bigint not null default 0,
  currency text not null,
  status text not null check (status in ('Created', 'AwaitingCode', 'Paid', 'Failed', 'Expired', 'Refunded')),
  -- Why an operator must look at it: an answer of the provider that contradicts the payment.
  problem text,
  problem_at timestamptz,
  expires_at timestamptz not null,
  -- When the background job asks the provider next; null: nothing can change any more. A paid one may still be refunded there.
  next_check_at timestamptz,
  checks integer not null default 0,
  -- Refused cards that were already counted against the budgets: none is counted twice.
  counted_refusals integer not null default 0,
  -- When the provider was last asked.
  asked_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  check (next_check_at is not null or status not in ('Created', 'AwaitingCode')),
  constraint payment_refunded_at_most_all check (refunded between 0 and amount)
);
create index payment_reference on payment (reference, created_at desc);
create index payment_due on payment (next_check_at) where next_check_at is not null;
create index payment_problem on payment (problem_at desc) where problem is not null;
create index payment_paid on payment (created_at desc, id desc) where status = 'Paid';
create index payment_not_paid on payment (created_at desc, id desc) where status in ('Failed', 'Expired');

-- Partial refunds, in minor units. A row is written before the provider is asked, and the provider is asked under its id until it
-- answers, so a lost answer doubles nothing.
create table payment_refund (
  id uuid primary key,
  payment_id uuid not null references payment,
  amount bigint not null check (amount > 0),
  state text not null default 'Wanted' check (state in ('Wanted', 'Done', 'Refused')),
  tries integer not null default 0,
  -- Made at the provider without a request of ours: `Done` from the start.
  is_outside boolean not null default false,
  -- When the background job asks the provider next; null: it has answered.
  next_try_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check ((state = 'Wanted') = (next_try_at is not null)),
  check ((state = 'Wanted') = (decided_at is null))
);
create index payment_refund_payment on payment_refund (payment_id);
create index payment_refund_due on payment_refund (next_try_at) where next_try_at is not null;

-- How many payments the staff's lists have: the sum of the rows of a kind and a state. Writers only add rows, so they never wait for each
-- other; now and then the rows are merged.
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

-- Also tallied by the hour of the payment's creation: `paid donation`, `failed order` and so on.
create function payment_count_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and payment_end(old.status) is not null then
    insert into payment_count (kind, state, total) values (old.kind, payment_end(old.status), -1);
    perform hour_tally_add(payment_end(old.status) || ' ' || old.kind, old.created_at, -1, -old.amount);
  end if;
  if payment_end(new.status) is not null then
    insert into payment_count (kind, state, total) values (new.kind, payment_end(new.status), 1);
    perform hour_tally_add(payment_end(new.status) || ' ' || new.kind, new.created_at, 1, new.amount);
  end if;
  -- At random: counting the rows first would cost more than merging them.
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
