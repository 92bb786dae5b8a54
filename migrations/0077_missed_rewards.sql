-- When a choice was paid for although no piece was left; then `sum` is what is left of the donation, as for a piece that is taken. Its creator may give it
-- one that is free again: it is taken then, and missed once more when that is taken back.
alter table reward_choice add column missed_at timestamptz
  check (missed_at is null or (sum is not null and held_until is null and (taken_at is null) = (given_at is null)));
