-- Telegram chats in which people receive notices of what concerns them.
create table notice_receiver (
  id uuid primary key default uuid_v7(),
  person_id uuid not null unique references person,
  chat_id bigint not null unique,
  -- What the owner recognises it by.
  name text not null,
  topics text[] not null,
  language text not null check (language in ('ru', 'uz', 'en')),
  -- When the next message may be sent; while a process sends one, when another process may take over.
  next_at timestamptz not null default now(),
  -- The lease under which a message is being sent: only its holder records the result.
  lease uuid,
  -- Consecutive failures; a success resets them.
  failures integer not null default 0,
  created_at timestamptz not null default now()
);

-- One notice to one receiver, written in the transaction of the event.
create table notice (
  id uuid primary key default uuid_v7(),
  receiver_id uuid not null references notice_receiver on delete cascade,
  topic text not null,
  -- What it is about: sent once to each receiver.
  subject text not null,
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- Buttons below the message that were pressed: each acts once.
  pressed text[] not null default '{}',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (receiver_id, topic, subject)
);
create index notice_waiting on notice (receiver_id, id) where state = 'waiting';
create index notice_oldest on notice (created_at) where state = 'waiting';
create index notice_old on notice (created_at) where state <> 'waiting';

-- Codes with which a chat is linked: one for each person, valid for minutes, used once.
create table telegram_link (
  person_id uuid primary key references person,
  code_hash bytea not null unique,
  language text not null check (language in ('ru', 'uz', 'en')),
  expires_at timestamptz not null
);

-- The state of each bot whose token was in use; the number before the colon of the token is its id.
create table telegram_bot (
  id bigint primary key,
  user_name text,
  -- The process that asks for updates, and until when.
  holder uuid,
  held_until timestamptz not null default now(),
  next_update bigint not null default 0,
  -- The budget of messages is spent up to this moment.
  spent_until timestamptz not null default now(),
  -- Telegram asked to wait until then.
  paused_until timestamptz not null default now(),
  -- The channel of the staff: when it is looked after next, and what was written last.
  staff_next_at timestamptz not null default now(),
  staff_text text
);

-- Updates that were handled: a repeated one has no effect.
create table telegram_update (
  bot_id bigint not null references telegram_bot,
  id bigint not null,
  taken_at timestamptz not null default now(),
  primary key (bot_id, id)
);
create index telegram_update_old on telegram_update (taken_at);
