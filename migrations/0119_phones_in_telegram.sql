-- Phones that were confirmed with the bot by the contact button of Telegram: codes for them go to that chat first.
create table telegram_phone (
  -- Digits only.
  phone text primary key,
  bot_id bigint not null references telegram_bot,
  -- A private chat, whose number is that of its user.
  chat_id bigint not null unique,
  -- The account that the phone had then, or got by a code in this chat; null: none. A phone that another account has by now gets no code here.
  person_id uuid references person,
  confirmed_at timestamptz not null default now()
);
create index telegram_phone_person on telegram_phone (person_id);
create index telegram_phone_old on telegram_phone (confirmed_at);

-- The chat that a code went to; null: it went another way.
alter table phone_code add column chat_id bigint;

-- Until when a linked chat may confirm the phone of its account: its owner has asked for that on the site. Whoever only reads the chat cannot.
alter table notice_receiver add column codes_until timestamptz;
