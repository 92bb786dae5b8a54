-- People, their sessions, what is sent to their phones, and what holds back whoever guesses.

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

create table session (
  id uuid primary key default uuid_v7(),
  person_id uuid not null references person on delete cascade,
  roles text[] not null,
  user_agent text not null,
  -- A keyed hash: tells whether a person has been at an address before, not the address.
  address_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_person on session (person_id, created_at desc);
create index session_expires_at on session (expires_at);

-- Every refresh token that a session has had, as SHA-256. The one not yet rotated is the only one that works.
create table refresh_token (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  rotated_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);

-- The newest code of a phone for a purpose; `phone` codes log in and reset, `admin` codes are the second factor.
create table sms_code (
  phone text not null,
  purpose text not null check (purpose in ('phone', 'admin')),
  id uuid not null default uuid_v7(),
  code_hash bytea not null,
  tries integer not null default 0,
  remember boolean not null default false,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (phone, purpose)
);

-- What budgets of codes are counted from.
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

-- Rights that a phone's owner holds for a while under an `actionId`, of which only the hash is kept.
create table phone_action (
  id_hash bytea primary key,
  kind text not null check (kind in ('registration', 'password')),
  phone text not null,
  -- The password that a registration waits to set.
  password_hash text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((kind = 'registration') = (password_hash is not null))
);
create index phone_action_phone on phone_action (phone, kind, created_at desc);
create index phone_action_expires_at on phone_action (expires_at);

-- How long the next password try of a phone from an address has to wait.
create table password_delay (
  phone text not null,
  address text not null,
  tries integer not null,
  next_try_at timestamptz not null,
  last_try_at timestamptz not null,
  primary key (phone, address)
);
create index password_delay_last_try_at on password_delay (last_try_at);

-- Texts sent while no gateway is set, which happens only outside production. Encrypted: codes stand nowhere in the clear.
create table outbox_message (
  id uuid primary key default uuid_v7(),
  phone text not null,
  content bytea not null,
  sent_at timestamptz not null default now()
);
create index outbox_message_phone on outbox_message (phone, id desc);
