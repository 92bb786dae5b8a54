-- Keys with which a creator's tools read his donations. A key is shown once and stored as a hash.
create table access_token (
  id uuid primary key default uuid_v7(),
  person_id uuid not null references person,
  name text not null,
  hash bytea not null unique,
  -- The last characters, by which its owner recognises it.
  ending text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index access_token_person on access_token (person_id, created_at desc);

-- Stream tools identify people by numbers, assigned at the first request.
create table person_number (
  person_id uuid primary key references person,
  number bigint generated always as identity unique
);

-- Endpoints of creators' programs. The signing secret is stored encrypted.
create table webhook (
  id uuid primary key default uuid_v7(),
  person_id uuid not null references person,
  project_id uuid not null references project,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  secret_sealed bytea not null,
  is_on boolean not null default true,
  -- Consecutive failures; a success resets them.
  failures integer not null default 0,
  switched_off_at timestamptz,
  -- Whether the last answer took long: slow receivers share places of their own.
  is_slow boolean not null default false,
  created_at timestamptz not null default now(),
  check (is_on or switched_off_at is not null)
);
create index webhook_person on webhook (person_id, created_at);
create index webhook_project on webhook (project_id) where is_on;

-- One message to one endpoint. Its body is written in the transaction of the event and never changes.
create table webhook_delivery (
  id uuid primary key default uuid_v7(),
  webhook_id uuid not null references webhook on delete cascade,
  event text not null,
  -- What it is about: sent once to each endpoint.
  subject uuid not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- When it is tried next; while a process sends it, when another one may take over.
  next_at timestamptz default now(),
  -- The lease under which it is being sent: only its holder writes the result.
  lease uuid,
  last_status integer,
  last_error text,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  unique (webhook_id, event, subject),
  check ((state = 'waiting') = (next_at is not null))
);
create index webhook_delivery_due on webhook_delivery (next_at) where state = 'waiting';
create index webhook_delivery_waiting on webhook_delivery (webhook_id, next_at, id) where state = 'waiting';
create index webhook_delivery_log on webhook_delivery (webhook_id, created_at desc, id desc);
create index webhook_delivery_old on webhook_delivery (created_at) where state <> 'waiting';
