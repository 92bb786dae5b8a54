-- What the server's voice says of alerts (docs/decisions/0069-speech-made-on-the-server.md): made before a page needs it, dropped after a day.
create table alert_speech (
  name text primary key check (length(name) = 22),
  project_id uuid not null references project,
  -- SHA-256 of what is said and how.
  hash bytea not null check (length(hash) = 32),
  language text not null,
  rate double precision not null,
  -- Whether the operator's service is asked first.
  by_service boolean not null,
  -- Null: it is made, or cannot be.
  text text,
  media_type text,
  bytes bytea,
  tries integer not null default 0,
  lease uuid,
  -- When it may be tried; null: it is made, or cannot be.
  next_at timestamptz,
  created_at timestamptz not null default now(),
  unique (project_id, hash),
  check ((bytes is null) = (media_type is null)),
  check ((text is null) = (next_at is null))
);
create index alert_speech_due on alert_speech (next_at) where next_at is not null;
create index alert_speech_waiting on alert_speech (project_id) where next_at is not null;
create index alert_speech_age on alert_speech (created_at);
