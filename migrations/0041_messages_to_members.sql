-- What creators write to their members. Moments are of the product's clock.
create table membership_message (
  id uuid primary key default uuid_v7(),
  project_id uuid not null references project,
  -- Only for members of this level; null: for all.
  level_id uuid references membership_level,
  text text not null check (length(text) between 1 and 1000),
  -- Of the country's time zone: a creator writes once a day.
  day date not null,
  -- How many members it was for.
  readers bigint not null,
  -- Notices are enqueued up to this member; both null: for nobody yet.
  reached_since timestamptz,
  reached_id uuid,
  -- When they were enqueued for all.
  enqueued_at timestamptz,
  -- When the staff removed it.
  removed_at timestamptz,
  created_at timestamptz not null,
  unique (project_id, day)
);
create index membership_message_waiting on membership_message (created_at) where enqueued_at is null;
create index membership_message_project on membership_message (project_id, created_at desc, id desc);
create index membership_message_newest on membership_message (created_at desc, id desc);
create index membership_message_level on membership_message (level_id) where level_id is not null;

-- Whose messages a member does not want.
create table membership_mute (
  person_id uuid not null references person,
  project_id uuid not null references project,
  created_at timestamptz not null default now(),
  primary key (person_id, project_id)
);
create index membership_mute_project on membership_mute (project_id);

-- Apart from `topics`, so that receivers linked before get messages, too.
alter table notice_receiver add column gets_messages boolean not null default true;
