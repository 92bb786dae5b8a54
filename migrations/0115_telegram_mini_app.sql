-- Launches of the Mini App that have opened a session: the same signed data opens no second one.
create table telegram_entry (
  hash bytea primary key,
  entered_at timestamptz not null default now()
);

-- Whether the bot has a main Mini App, as Telegram has said last.
alter table telegram_bot add column has_mini_app boolean not null default false;

-- Chats linked before were promised messages only: they open no account.
alter table notice_receiver add column opens_account boolean not null default false;

-- Nor do codes that were made before, for a chat that is linked since.
alter table telegram_link add column opens_account boolean not null default false;

-- Sessions that a linked chat has opened end with its link.
alter table session add column by_telegram boolean not null default false;
