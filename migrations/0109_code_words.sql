-- A word by which a donor chooses an option in the message of a donation, as messages are compared with it; null: the option has none.
alter table vote_option add column code text check (length(code) between 2 and 20);
