-- What we have asked the payment provider for. `reference` is the gift's or the order's id; an order may have one payment
-- after another. Amounts are minor units.
create table payment (
  id uuid primary key default uuid_v7(),
  kind text not null,
  reference uuid not null,
  -- The payment's id at the provider.
  provider_id text not null unique,
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('Created', 'AwaitingCode', 'Paid', 'Failed', 'Expired', 'Refunded')),
  -- Why an operator must look at it: what the provider told that cannot be.
  problem text,
  problem_at timestamptz,
  expires_at timestamptz not null,
  -- When the background asks the provider next; null: nothing can come any more. A paid one may still be given back there.
  next_check_at timestamptz,
  checks integer not null default 0,
  -- When the provider was last asked.
  asked_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  check (next_check_at is not null or status not in ('Created', 'AwaitingCode'))
);
create index payment_reference on payment (reference, created_at desc);
create index payment_due on payment (next_check_at) where next_check_at is not null;
create index payment_problem on payment (problem_at desc) where problem is not null;
