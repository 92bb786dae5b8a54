-- From which hour until which, in the country's time, messages come without a sound; null: they always ring.
alter table notice_receiver
  add column muted_from smallint check (muted_from between 0 and 23),
  add column muted_until smallint check (muted_until between 0 and 23 and muted_until <> muted_from),
  add constraint notice_receiver_muted check ((muted_from is null) = (muted_until is null));
