-- `entering`: the bot has begun to let the account in. Whom it finds in then is there by itself; whom it finds in while `asking`, somebody else has let in.
alter table member_chat_seat
  drop constraint member_chat_seat_state_check,
  add constraint member_chat_seat_state_check check (state in ('asking', 'entering', 'inside', 'leaving'));

-- The bot looks at each chat once a day.
update member_chat set due_at = now() where due_at is null and telegram_id is not null;
