-- A creator's widget settings and the key of the widgets' addresses. The key is stored encrypted for its owner to read; requests are
-- matched by its hash. The version rises with each new key, so that streams opened with an old one end.
create table widget_settings (
  project_id uuid primary key references project (id),
  key_hash bytea not null unique,
  key_sealed bytea not null,
  key_version integer not null default 1,
  alert jsonb not null default '{}',
  statistics jsonb not null default '{}',
  sticker jsonb not null default '{}',
  -- When the key last reached its limit of open pages; its owner is notified.
  crowded_at timestamptz
);
-- Finds pictures in use, which must not be swept.
create index widget_settings_image on widget_settings ((alert ->> 'image')) where alert ->> 'image' is not null;

-- One row per project: every change of its queue locks it first.
create table alert_queue (
  project_id uuid primary key references project (id),
  last_number bigint not null default 0,
  is_paused boolean not null default false
);

-- One row for each donation to show. Donations of a digest refer to the first of them, which represents all in the queue, and share
-- its states.
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
  -- Number of leases so far: a report names its lease, and one on an earlier lease has no effect.
  lease integer not null default 0,
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

-- Open pages that show alerts, and their health. Unlogged: after a crash they report again within seconds.
create unlogged table widget_source (
  project_id uuid not null,
  source text not null,
  is_visible boolean not null,
  audio text,
  build text,
  seen_at timestamptz not null default now(),
  since timestamptz not null default now(),
  -- When its event stream ended: the page is gone at once, not only after a silence.
  left_at timestamptz,
  primary key (project_id, source)
);
create index widget_source_seen_at on widget_source (seen_at);

-- A creator's own sounds, re-encoded by the server: mono WAV of a few seconds. A name always refers to the same sound.
create table alert_sound (
  name text primary key check (name ~ '^[A-Za-z0-9_-]{22}$'),
  project_id uuid not null references project,
  title text not null,
  milliseconds integer not null check (milliseconds > 0),
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index alert_sound_project on alert_sound (project_id, created_at);

-- Public lists omit a message while its alert is held or rejected: their cached pages are invalidated when that changes.
create function drop_donation_lists() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('dropped_tags', json_build_array('project:' || new.project_id)::text);
  return null;
end
$$;
create trigger alert_message_shown after update of state on alert for each row
  when (new.pay_id is not null and new.message is not null
    and (old.state in ('held', 'rejected')) is distinct from (new.state in ('held', 'rejected')))
  execute function drop_donation_lists();

-- What other areas may know of a donation's alert: whether its message is held or rejected, and when the alert was created.
create view donation_alert as
  select pay_id, state in ('held', 'rejected') as is_message_held, created_at from alert where pay_id is not null;
