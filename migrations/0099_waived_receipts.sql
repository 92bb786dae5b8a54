-- Why an admin has decided that a receipt will not come: it is awaited no more, and alarms nobody. Null: nobody has.
alter table receipt_due add column waived_for text check (waived_for <> '');
