create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Time-ordered UUID (version 7), also on servers before PostgreSQL 18 that have no uuidv7().
create function uuid_v7() returns uuid
language sql volatile parallel safe
as $$
  select encode(
    set_bit(
      set_bit(
        overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        52, 1),
      53, 1),
    'hex')::uuid
$$;

-- Requests with an Idempotency-Key: claimed, then answered; deleted after 24 hours.
create table idempotency_key (
  key bytea primary key,
  request_hash bytea not null,
  subject uuid not null,
  -- As it was sent: `json` preserves the order of members.
  answer json,
  locked_until timestamptz not null,
  -- Fencing token of the claim: an effect is written only while the key still has it.
  token uuid,
  created_at timestamptz not null default now()
);
create index idempotency_key_created_at on idempotency_key (created_at);

-- Budgets of the rate limiter (the shape that rate-limiter-flexible reads and writes).
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Event streams: numbers rise by one per stream, because its counter row is locked until the writer commits.
create table event_counter (
  stream uuid primary key,
  last bigint not null
);
create table event_log (
  stream uuid not null,
  number bigint not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (stream, number)
);
create index event_log_created_at on event_log (created_at);

-- Lets a search in one script find text in the other: folds Cyrillic (Russian and Uzbek) to Latin letters and ignores case,
-- ё/е and the Uzbek apostrophes. Independent of the database's locale.
create function search_fold(value text) returns text
language sql immutable strict parallel safe
as $$
  select replace(replace(replace(replace(replace(
    translate(
      lower(value),
      'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЫЭЮЯЎҚҒҲабвгдеёжзийклмнопрстуфхцыэўқғҳЪЬъь''ʻʼ‘’`',
      'abvgdeejziyklmnoprstufxcчшщyeюяoqghabvgdeejziyklmnoprstufxcyeoqgh'),
    'ч', 'ch'), 'ш', 'sh'), 'щ', 'sh'), 'ю', 'yu'), 'я', 'ya')
$$;

-- Sets `changed_at` of the row that is being updated.
create function note_change() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;

-- What the staff sees by day, counted by hour as it happens: a day of any time zone is a sum of hours, plus single rows where a day
-- begins within an hour. The hour `-infinity` is the sum of all hours of its kind.
create table hour_tally (
  kind text not null,
  hour timestamptz not null,
  count bigint not null,
  amount bigint not null,
  primary key (kind, hour)
);
-- Changes not yet folded into `hour_tally`: a tally is the sum of both. Writers only add rows, so they never wait for each other.
create table hour_tally_fresh (
  kind text not null,
  hour timestamptz not null,
  count bigint not null,
  amount bigint not null
);

create function hour_tally_add(kind text, at timestamptz, count bigint, amount bigint) returns void language plpgsql as $$
begin
  insert into hour_tally_fresh values (kind, date_trunc('hour', at, 'UTC'), count, amount);
  -- At most once per transaction: a large one would otherwise scan its own folded rows again and again.
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
