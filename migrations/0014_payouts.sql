-- Payouts that creators requested to their cards. The sum is reserved in the ledger from the request on. Of the card only its mask is
-- stored and, until the decision, the provider's token; never its number.
create table payout (
  id uuid primary key default uuid_v7(),
  person_id uuid not null references person,
  account_id uuid not null references account,
  amount bigint not null check (amount > 0),
  card_mask text not null check (card_mask ~ '^[0-9]{4} •••• •••• [0-9]{4}$'),
  card_token text,
  state text not null default 'Requested' check (state in ('Requested', 'Paid', 'Declined', 'Cancelled')),
  -- Identifies the operator's transfer at the bank.
  bank_reference text,
  -- Why it was declined, for its owner.
  reason text,
  decided_by uuid references person,
  decided_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((state = 'Requested') = (decided_at is null)),
  check ((state = 'Paid') = (bank_reference is not null)),
  check ((state = 'Declined') = (reason is not null)),
  check (state = 'Requested' or card_token is null)
);
create index payout_person on payout (person_id, created_at desc, id desc);
create index payout_state on payout (state, created_at, id);
