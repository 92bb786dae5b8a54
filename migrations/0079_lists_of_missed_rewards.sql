-- outside a transaction
-- Counts and lists whoever paid a creator for a reward when no piece was left, and still waits for one.
create index concurrently if not exists reward_choice_missed on reward_choice (project_id, missed_at, donation_id)
  where missed_at is not null and taken_at is null and paid_back_at is null;
-- The same of one reward.
create index concurrently if not exists reward_choice_missed_of on reward_choice (reward_id, missed_at, donation_id)
  where missed_at is not null and taken_at is null and paid_back_at is null;
