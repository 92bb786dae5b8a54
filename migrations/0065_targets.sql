-- What a creator promises for a sum of donations.
create table target (
  id uuid primary key,
  project_id uuid not null references project,
  text text not null check (length(text) between 1 and 240),
  -- Minor units.
  goal bigint not null check (goal > 0),
  closed_at timestamptz,
  -- A moderator has taken it away: it is over, and only its creator and the staff still see it.
  removed_at timestamptz check (removed_at is null or closed_at is not null),
  removed_for text check (length(removed_for) <= 600 and (removed_at is null) = (removed_for is null)),
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
-- The open ones in the order in which they were made, then those that ended, the last one first.
create index target_project on target (project_id, closed_at desc, id);

-- What a donor has chosen with a donation. One donation serves one target.
create table target_choice (
  donation_id uuid primary key references donation,
  target_id uuid not null references target,
  -- What is left of the donation, in minor units. Null: not paid, or paid when the target was over.
  sum bigint check (sum >= 0)
);
-- Adds up a target from the index alone.
create index target_choice_target on target_choice (target_id) include (sum);
