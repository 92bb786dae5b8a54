create extension if not exists pg_trgm;

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

-- Requests that bear an Idempotency-Key: claimed, then answered; kept for 24 hours.
create table idempotency_key (
  key bytea primary key,
  request_hash bytea not null,
  subject uuid not null,
  -- As it was sent, to the order of its members.
  answer json,
  locked_until timestamptz not null,
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
