-- Money in double entry, in minor units. An account belongs to a person (a creator's money) or to the platform: `provider` is what the
-- payment provider owes (negative by what donors have paid in), `platform` is the commission, `payouts` is money that creators
-- have requested and not received yet.
create table account (
  id uuid primary key default uuid_v7(),
  person_id uuid references person,
  kind text not null check (kind in ('creator', 'provider', 'platform', 'payouts')),
  name text not null check (name <> ''),
  -- Sum and number of the account's entries, maintained by the trigger on `entry` alone.
  balance bigint not null default 0,
  entries bigint not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  check ((person_id is not null) = (kind = 'creator'))
);
create index account_person on account (person_id, created_at) where person_id is not null;

insert into account (id, kind, name) values
  ('00000000-0000-7000-8000-000000000001', 'provider', 'Платёжная система'),
  ('00000000-0000-7000-8000-000000000002', 'platform', 'Комиссия платформы'),
  ('00000000-0000-7000-8000-000000000003', 'payouts', 'Запрошено к выплате');

-- One movement of money. `reference` is the donation or order that it is for: at most one posting of each kind.
create table posting (
  id uuid primary key default uuid_v7(),
  kind text not null,
  reference uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (kind, reference)
);

create table entry (
  posting_id uuid not null references posting,
  account_id uuid not null references account,
  amount bigint not null check (amount <> 0),
  primary key (posting_id, account_id)
);
-- An account's statement with its running balance is read from this index alone.
create index entry_statement on entry (account_id, posting_id) include (amount);

-- A posting's entries come in one statement and sum to zero; balances follow in the same statement. Accounts are locked in the
-- order of their ids to avoid deadlocks.
create function entry_balance() returns trigger language plpgsql as $$
begin
  if exists (select from fresh group by posting_id having sum(amount) <> 0 or count(*) < 2) then
    raise exception 'the entries of a posting do not sum to zero' using errcode = 'check_violation', constraint = 'entry_sums_to_zero';
  end if;
  perform from account where id in (select account_id from fresh) order by id for no key update;
  update account set balance = balance + moved.amount, entries = entries + moved.count
    from (select account_id, sum(amount)::bigint as amount, count(*) as count from fresh group by account_id) as moved
    where account.id = moved.account_id;
  return null;
end $$;
create trigger entry_balance after insert on entry
  referencing new table as fresh for each statement execute function entry_balance();

create function ledger_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to' using errcode = 'check_violation', constraint = 'ledger_is_final';
end $$;
create trigger entry_is_final before update or delete or truncate on entry
  for each statement execute function ledger_is_final();
create trigger posting_is_final before update or delete or truncate on posting
  for each statement execute function ledger_is_final();
create trigger balance_is_final before update of balance on account
  for each row when (pg_trigger_depth() = 0) execute function ledger_is_final();

create function account_starts_empty() returns trigger language plpgsql as $$
begin
  raise exception 'an account is opened empty' using errcode = 'check_violation', constraint = 'account_starts_empty';
end $$;
create trigger account_starts_empty before insert on account
  for each row when (new.balance <> 0) execute function account_starts_empty();
