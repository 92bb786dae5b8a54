-- The receiver to which the bot wrote last: the others take their turn before it comes again.
alter table telegram_bot add column last_receiver uuid not null default '00000000-0000-0000-0000-000000000000';
