-- Where the money waits that has been asked for and not been paid out yet.
alter table account drop constraint account_kind_check;
alter table account add constraint account_kind_check check (kind in ('creator', 'provider', 'platform', 'payouts'));
insert into account (id, kind, name) values ('00000000-0000-7000-8000-000000000003', 'payouts', 'Запрошено к выплате');

-- An account's statement is read from this index alone, its running balance too.
create index entry_statement on entry (account_id, posting_id) include (amount);
drop index entry_account;

-- What a creator has asked to have paid to his card. The sum is reserved in the ledger from the request on. Of the card there
-- is its mask and, until it is decided, the provider's token; never its number.
create table payout (
  id uuid primary key default uuid_v7(),
  person_id uuid not null references person,
  account_id uuid not null references account,
  amount bigint not null check (amount > 0),
  card_mask text not null check (card_mask ~ '^[0-9]{4} •••• •••• [0-9]{4}$'),
  card_token text,
  state text not null default 'Requested' check (state in ('Requested', 'Paid', 'Declined', 'Cancelled')),
  -- How the operator's transfer is found at the bank.
  bank_reference text,
  -- Why it was declined, for its owner to read.
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

-- A donor may word a message anew that was not let onto the stream, once; the creator can still read the first one.
alter table donation add column first_message text, add column reworded_at timestamptz;

-- A donor's first gift to a project: whether he is new there.
create index donation_first on donation (project_id, donor_key, number)
  where number is not null and refunded_at is null;

-- What a creator searches his gifts by; the name of who wants to be anonymous is not found.
create index donation_search on donation using gin (
  lower(case when is_anonymous then '' else coalesce(name, '') end || E'\n' || coalesce(message, '')) gin_trgm_ops
) where number is not null;
