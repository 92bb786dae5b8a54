-- Commits of different creators wait for nothing in common, so that they share a flush of the disk.

-- What each donation posts to: the platform's own accounts. Their balance is the sum of `account.balance` and of these parts; a transaction
-- adds to the part of its connection.
create table account_part (
  account_id uuid not null references account,
  part smallint not null,
  balance bigint not null,
  entries bigint not null,
  primary key (account_id, part)
) with (fillfactor = 50);

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
  return null;
end $$;

create trigger part_is_final before insert or update or delete on account_part
  for each row when (pg_trigger_depth() = 0) execute function ledger_is_final();

-- Every account with all of its balance.
create view account_balance as
  select a.id, a.person_id, a.kind,
    a.balance + coalesce(p.balance, 0) as balance,
    a.entries + coalesce(p.entries, 0) as entries
  from account a left join (
    select account_id, sum(balance)::bigint as balance, sum(entries)::bigint as entries from account_part group by account_id
  ) p on p.account_id = a.id;

-- Notifications that are due once the transaction `written` is committed. Whoever deletes rows sends them in the same transaction. After a
-- crash they are gone, and so is every connection that listened: what it missed is read from the log of events.
create unlogged table hint (
  written xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  channel text not null,
  payload text not null
);
create index hint_written on hint (written);
