-- Closed groups and channels of Telegram that creators open to their members: one for each creator, and those that the bot has still to leave.
create table member_chat (
  id uuid primary key default uuid_v7(),
  project_id uuid not null references project,
  -- The number that Telegram has given it; null: its creator has begun to connect one.
  telegram_id bigint,
  -- Until when the one that the creator makes the bot an administrator of is connected; null: one is connected.
  opening_until timestamptz,
  kind text check (kind in ('group', 'supergroup', 'channel')),
  title text not null default '',
  -- From which level on members may come in; null: all of them.
  level_id uuid references membership_level,
  -- As posts name it.
  audience text not null generated always as (case when level_id is null then 'members' else 'level' end) stored,
  -- The address at which Telegram takes requests to come in; null: the bot has not made it yet.
  link text,
  -- Whether the bot may let people in and take them out.
  has_rights boolean not null default false,
  -- When it was disconnected: the bot leaves it, and then the row goes.
  ended_at timestamptz,
  -- When the bot has something to do with the chat itself; null: nothing.
  due_at timestamptz,
  -- The lease under which a process does it: only its holder records the result.
  lease uuid,
  -- Tries without a success.
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  check ((telegram_id is null) <> (opening_until is null)),
  check ((telegram_id is null) = (kind is null))
);
create unique index member_chat_project on member_chat (project_id) where ended_at is null;
create unique index member_chat_telegram on member_chat (telegram_id) where ended_at is null;
create index member_chat_of_project on member_chat (project_id);
create index member_chat_level on member_chat (level_id) where level_id is not null;
create index member_chat_due on member_chat (due_at) where due_at is not null;

-- Accounts of Telegram that ask to come into such a chat, or that the bot has let in: nobody else is ever taken out.
create table member_chat_seat (
  chat_id uuid not null references member_chat on delete cascade,
  -- The number of the account, and of its private chat with the bot.
  telegram_id bigint not null,
  -- `entering`: the bot has begun to let it in, so that whom it finds in then is there by itself; whom it finds in while `asking`, somebody else has let in.
  -- `leaving`: the bot has begun to take it out.
  state text not null check (state in ('asking', 'entering', 'inside', 'leaving')),
  -- Where the bot may answer the request, for five minutes.
  answer_id bigint,
  -- Of the answer.
  language text not null check (language in ('ru', 'uz', 'en')),
  -- When it is looked at next; null: not before the bot has its rights again.
  due_at timestamptz default now(),
  lease uuid,
  tries integer not null default 0,
  asked_at timestamptz not null default now(),
  primary key (chat_id, telegram_id)
);
create index member_chat_seat_due on member_chat_seat (due_at) where due_at is not null;
create index member_chat_seat_telegram on member_chat_seat (telegram_id);

-- Whatever may end what a member has makes the bot look at the account at once. A lease under way ends, so that what it has found before is
-- not recorded over this. Of each row by itself: joined to each other, the rows of a statement that ends thousands would take minutes.
create function member_chat_looked_at() returns trigger language plpgsql as $$
begin
  update member_chat_seat s set due_at = now(), lease = null
  from member_chat c, notice_receiver r
  where c.project_id = new.project_id and c.ended_at is null and r.person_id = new.person_id and r.chat_id is not null
    and s.chat_id = c.id and s.telegram_id = r.chat_id and s.state <> 'asking';
  return null;
end $$;
create trigger membership_chat after update of state, level_id, months, paid_until, gifted_until on membership for each row
  when ((old.state, old.level_id, old.months, old.paid_until, old.gifted_until)
    is distinct from (new.state, new.level_id, new.months, new.paid_until, new.gifted_until))
  execute function member_chat_looked_at();

create function member_chat_of_charge_looked_at() returns trigger language plpgsql as $$
begin
  update member_chat_seat s set due_at = now(), lease = null
  from membership m join notice_receiver r on r.person_id = m.person_id and r.chat_id is not null
    join member_chat c on c.project_id = m.project_id and c.ended_at is null
  where m.id = new.membership_id and s.chat_id = c.id and s.telegram_id = r.chat_id and s.state <> 'asking';
  return null;
end $$;
create trigger membership_charge_chat after update of state on membership_charge for each row
  when (new.state = 'Refunded' and old.state <> 'Refunded') execute function member_chat_of_charge_looked_at();

create function member_chat_of_receiver_looked_at() returns trigger language plpgsql as $$
begin
  update member_chat_seat set due_at = now(), lease = null where telegram_id = old.chat_id and state <> 'asking';
  return null;
end $$;
create trigger notice_receiver_chat after delete on notice_receiver for each row
  when (old.chat_id is not null) execute function member_chat_of_receiver_looked_at();
