-- When the creator thanked for a donation.
alter table donation add column thanked_at timestamptz;
