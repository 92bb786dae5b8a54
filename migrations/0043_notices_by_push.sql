-- Browsers receive notices, too, by Web Push: another kind of receiver in the same outbox.
alter table notice_receiver
  add column via text not null default 'telegram' check (via in ('telegram', 'push')),
  -- Of a browser: the address at its push service, and what messages to it are encrypted with.
  add column endpoint text unique,
  add column p256dh text,
  add column auth text,
  alter column chat_id drop not null,
  drop constraint notice_receiver_person_id_key,
  add constraint notice_receiver_way check (
    case via when 'telegram' then chat_id is not null else endpoint is not null and p256dh is not null and auth is not null end);
-- A person has one chat, and any number of browsers.
create unique index notice_receiver_chat on notice_receiver (person_id) where via = 'telegram';
create index notice_receiver_person on notice_receiver (person_id);

-- The way of its receiver, so that the turns of chats and of browsers are found apart.
alter table notice add column via text not null default 'telegram';
create index notice_turn on notice (via, receiver_id) where state = 'waiting';

-- How this site sends to browsers: its key pair, and the same turns and budget as of a bot.
create table push_sender (
  id uuid primary key check (id = '00000000-0000-0000-0000-000000000001'),
  -- Browsers accept only messages signed with the private key.
  public_key text not null,
  -- The private key, sealed; null: it comes from the environment.
  private_key bytea,
  spent_until timestamptz not null default now(),
  paused_until timestamptz not null default now(),
  last_receiver uuid not null default '00000000-0000-0000-0000-000000000000'
);
