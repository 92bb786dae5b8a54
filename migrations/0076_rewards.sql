-- What a creator gives for a donation from a sum on.
create table reward (
  id uuid primary key,
  project_id uuid not null references project,
  text text not null check (length(text) between 1 and 240),
  -- The smallest donation that it is given for, in minor units.
  price bigint not null check (price > 0),
  -- How many pieces there are; null: as many as are wanted.
  stock integer check (stock between 1 and 10000),
  closed_at timestamptz,
  -- A moderator has taken it away: it is over, and only its creator and the staff still see it.
  removed_at timestamptz check (removed_at is null or closed_at is not null),
  removed_for text check (length(removed_for) <= 600 and (removed_at is null) = (removed_for is null)),
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
-- The open ones in the order in which they were made, then those that ended, the last one first.
create index reward_project on reward (project_id, closed_at desc, id);

-- What a donor has chosen with a donation. One donation takes one reward.
create table reward_choice (
  donation_id uuid primary key references donation,
  reward_id uuid not null references reward,
  -- That of the reward, so that the list of a creator is read from one index.
  project_id uuid not null references project,
  -- Until then a piece is kept for the donor, who has not paid yet. Null: none is.
  held_until timestamptz,
  -- For whom, also for an hour after a piece was: the person, or the site of a guest, and since when. Null once it is taken.
  held_by text,
  held_since timestamptz check ((held_by is null) = (held_since is null)),
  -- The donation that replaces this one is about to take the piece over: the end of the payment does not let go of it.
  is_handed_over boolean not null default false check (not is_handed_over or held_until is not null),
  -- What is left of the donation, in minor units. Null: not paid, or paid when no piece was left.
  sum bigint check (sum >= 0),
  -- When the piece was paid for. Null: no piece is taken, or it is free again.
  taken_at timestamptz check (taken_at is null or (sum is not null and held_until is null)),
  given_at timestamptz check (given_at is null or taken_at is not null),
  -- When less than the price was left of the donation.
  paid_back_at timestamptz check (paid_back_at is null or (taken_at is null) = (given_at is null))
);
-- Counts what is taken of a reward, and lists it, from the index alone.
create index reward_choice_reward on reward_choice (reward_id, taken_at, donation_id) include (given_at);
-- What of a reward is not given yet.
create index reward_choice_owed_of on reward_choice (reward_id, taken_at, donation_id) where taken_at is not null and given_at is null;
-- What was taken from a creator, and what of it is not given yet.
create index reward_choice_taken on reward_choice (project_id, taken_at, donation_id) include (given_at) where taken_at is not null;
create index reward_choice_owed on reward_choice (project_id, taken_at, donation_id) where taken_at is not null and given_at is null;
-- The few pieces that are kept now.
create index reward_choice_held on reward_choice (reward_id, held_until) include (held_by) where held_until is not null;
-- What was begun in the last hour and is not paid, by whoever began it.
create index reward_choice_begun on reward_choice (reward_id, held_by, held_since) where held_by is not null;
