-- What a creator has set for his widgets, and the key of their addresses. The key itself is kept sealed, for its owner to read;
-- requests are matched by its hash. The version rises with each new key, so that streams opened by an old one end.
create table widget_settings (
  project_id uuid primary key references project (id),
  key_hash bytea not null unique,
  key_sealed bytea not null,
  key_version integer not null default 1,
  alert jsonb not null default '{}',
  statistics jsonb not null default '{}',
  sticker jsonb not null default '{}'
);

-- One row a project: who changes anything in its queue locks it first.
create table alert_queue (
  project_id uuid primary key references project (id),
  last_number bigint not null default 0,
  is_paused boolean not null default false
);

-- One row for each gift that is to be shown. Gifts of a digest point at the first of them, which stands for all in the
-- queue, and go through its states together with it.
create table alert (
  id uuid primary key default uuid_v7(),
  project_id uuid not null references project (id),
  number bigint not null,
  pay_id uuid unique,
  is_test boolean not null default false,
  name text,
  amount bigint not null,
  message text,
  state text not null check (state in ('held', 'queued', 'leased', 'playing', 'shown', 'skipped', 'uncertain', 'rejected')),
  reason text,
  digest_id uuid references alert (id),
  source text,
  due_at timestamptz,
  created_at timestamptz not null default now(),
  queued_at timestamptz,
  leased_at timestamptz,
  playing_at timestamptz,
  ended_at timestamptz,
  check ((state in ('leased', 'playing')) = (due_at is not null)),
  check (state not in ('leased', 'playing') or source is not null)
);
create unique index alert_number on alert (project_id, number);
-- One source at a time.
create unique index alert_current on alert (project_id)
  where state in ('leased', 'playing') and (digest_id is null or digest_id = id);
create index alert_queued on alert (project_id, number)
  where state = 'queued' and (digest_id is null or digest_id = id);
create index alert_due on alert (due_at) where state in ('leased', 'playing');
create index alert_held on alert (project_id, number) where state = 'held';
create index alert_uncertain on alert (project_id, number)
  where state = 'uncertain' and (digest_id is null or digest_id = id);
create index alert_ended on alert (project_id, ended_at desc)
  where state in ('shown', 'skipped', 'uncertain', 'rejected') and (digest_id is null or digest_id = id);
create index alert_digest on alert (digest_id) where digest_id is not null;

-- The pages that show alerts and how they are. After a crash they tell it anew within seconds.
create unlogged table widget_source (
  project_id uuid not null,
  source text not null,
  is_visible boolean not null,
  audio text,
  build text,
  seen_at timestamptz not null default now(),
  since timestamptz not null default now(),
  primary key (project_id, source)
);
create index widget_source_seen_at on widget_source (seen_at);
