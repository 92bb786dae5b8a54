-- What the server's voice says of alerts (docs/decisions/0069-speech-made-on-the-server.md): made before a page needs it, dropped after a day.
create table alert_speech (
  name text primary key check (length(name) = 22),
  project_id uuid not null references project,
  -- SHA-256 of what is said and how.
  hash bytea not null check (length(hash) = 32),
  language text not null,
  rate double precision not null,
  -- Whether the operator's service is asked next; else the voice of the server.
  by_service boolean not null,
  -- The service was asked in vain.
  is_fallback boolean not null default false,
  -- Whose turn it is: 0, a page waits for it; else one more than waits of its project.
  place integer not null default 0,
  -- Null: it is made, or cannot be.
  text text,
  media_type text,
  bytes bytea,
  tries integer not null default 0,
  lease uuid,
  -- When it may be tried; null: it is made, or cannot be.
  next_at timestamptz,
  -- Until then it is found by its words; later it is made again, or dropped.
  kept_until timestamptz not null default now() + interval '10 minutes',
  created_at timestamptz not null default now(),
  unique (project_id, hash),
  check ((bytes is null) = (media_type is null)),
  check ((text is null) = (next_at is null))
);
create index alert_speech_due on alert_speech (by_service, place, next_at) where next_at is not null;
create index alert_speech_waiting on alert_speech (project_id) where next_at is not null;
create index alert_speech_end on alert_speech (kept_until);
