-- People, their sessions, messages to their phones, and what slows down guessing.

create table person (
  id uuid primary key default uuid_v7(),
  phone text not null unique,
  -- A PHC string of argon2id; null: this person has only ever logged in by code.
  password_hash text,
  role text not null default 'user' check (role in ('user', 'moderator', 'admin')),
  phone_confirmed_at timestamptz,
  blocked_at timestamptz,
  blocked_reason text,
  created_at timestamptz not null default now()
);
create index person_with_role on person (role) where role <> 'user';
create index person_phone_search on person using gin (phone gin_trgm_ops);

create table session (
  id uuid primary key default uuid_v7(),
  person_id uuid not null references person on delete cascade,
  roles text[] not null,
  user_agent text not null,
  -- A keyed hash: shows whether a person has used an address before, without storing the address.
  address_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_person on session (person_id, created_at desc);
create index session_expires_at on session (expires_at);

-- All refresh tokens of a session, as SHA-256. Only the one that is not rotated yet works.
create table refresh_token (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  rotated_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);

-- Codes sent to phones. A code belongs to the network that asked for it, so a stranger's request replaces nobody else's code.
-- `phone` codes log in and reset, `admin` codes are the second factor.
create table phone_code (
  id uuid primary key default uuid_v7(),
  phone text not null,
  purpose text not null check (purpose in ('phone', 'admin')),
  asked_by text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  -- Those of the tries that came from other networks.
  strange_tries integer not null default 0,
  remember boolean not null default false,
  expires_at timestamptz not null,
  unique (phone, purpose, asked_by)
);
create index phone_code_expires_at on phone_code (expires_at);

-- Sent codes, from which the budgets are counted.
create table sms_sent (
  id uuid primary key default uuid_v7(),
  phone text not null,
  purpose text not null check (purpose in ('phone', 'admin')),
  address text not null,
  has_failed boolean not null default false,
  sent_at timestamptz not null default now()
);
create index sms_sent_phone on sms_sent (phone, purpose, sent_at);
create index sms_sent_address on sms_sent (address, sent_at);
create index sms_sent_sent_at on sms_sent (sent_at);

-- Temporary rights of a phone's owner under an `actionId`, of which only the hash is stored.
create table phone_action (
  id_hash bytea primary key,
  kind text not null check (kind in ('registration', 'password')),
  phone text not null,
  -- The password that a registration will set.
  password_hash text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((kind = 'registration') = (password_hash is not null))
);
create index phone_action_phone on phone_action (phone, kind, created_at desc);
create index phone_action_expires_at on phone_action (expires_at);

-- When the next password try of a phone from an address is allowed.
create table password_delay (
  phone text not null,
  address text not null,
  tries integer not null,
  next_try_at timestamptz not null,
  last_try_at timestamptz not null,
  primary key (phone, address)
);
create index password_delay_last_try_at on password_delay (last_try_at);

-- Text messages while no gateway is set, which happens only outside production. Encrypted, since they contain codes.
create table outbox_message (
  id uuid primary key default uuid_v7(),
  phone text not null,
  content bytea not null,
  sent_at timestamptz not null default now()
);
create index outbox_message_phone on outbox_message (phone, id desc);
