-- How many there are of what the staff and creators look through, kept where it was counted anew each time.

-- A name in everybody's list was folded again for each row that a search had found.
alter table creator add column everybody_text text not null generated always as (
  ' ' || user_name || ' ' ||
    search_fold(coalesce(given_name, '') || ' ' || coalesce(sur_name, '') || ' ' || coalesce(patronymic, ''))
) stored;
drop index creator_everybody_search;
create index creator_everybody_search on creator using gin (everybody_text gin_trgm_ops);
create index creator_types on creator using gin (types);
create index creator_verified on creator (order_place, created_at desc, user_id desc) where is_verified;

-- The sum of all hours of a kind stands at the beginning of time, from where no period is asked for.
create or replace function hour_tally_add(kind text, at timestamptz, count bigint, amount bigint) returns void language plpgsql as $$
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
      union all
      select t.kind, '-infinity', sum(t.count), sum(t.amount) from taken t
      group by t.kind having sum(t.count) <> 0 or sum(t.amount) <> 0
    on conflict on constraint hour_tally_pkey do update
      set count = tally.count + excluded.count, amount = tally.amount + excluded.amount;
  end if;
end $$;

create function audit_tally() returns trigger language plpgsql as $$
begin
  perform hour_tally_add('audit', new.created_at, 1, 0);
  return null;
end $$;
create trigger audit_tally_new after insert on audit for each row execute function audit_tally();

lock table hour_tally, hour_tally_fresh in share row exclusive mode;
insert into hour_tally (kind, hour, count, amount)
  select 'audit', date_trunc('hour', created_at, 'UTC'), count(*), 0 from audit group by 2;
insert into hour_tally (kind, hour, count, amount)
  select kind, '-infinity', sum(count), sum(amount) from hour_tally group by kind;

-- How many entries an account has, beside their sum.
alter table account add column entries bigint not null default 0;
create or replace function entry_balance() returns trigger language plpgsql as $$
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
lock table entry in share row exclusive mode;
update account set entries = counted.count
  from (select account_id, count(*) as count from entry group by account_id) counted where counted.account_id = account.id;
