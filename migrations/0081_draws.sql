-- Something that a creator gives to donors of a period who are drawn. What is promised never changes.
create table draw (
  id uuid primary key,
  project_id uuid not null references project,
  text text not null check (length(text) between 1 and 240),
  -- The smallest donation that takes part, in minor units.
  least_sum bigint not null check (least_sum > 0),
  winners integer not null check (winners between 1 and 50),
  -- Donations that were paid from then on and before the end take part.
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- Decides who wins. Its hash is published when the draw is made, and itself when it is held.
  seed bytea not null check (length(seed) = 32),
  -- Makes tickets of people, and is never published: else everybody could try who has one.
  ticket_key bytea not null check (length(ticket_key) = 32),
  held_at timestamptz check (held_at >= ends_at),
  -- The hash of all tickets, and how many there are. Null: it is not held.
  digest bytea check (length(digest) = 32 and (digest is null) = (held_at is null)),
  entry_count integer check ((entry_count is null) = (held_at is null)),
  -- Its creator has called it off, and says why.
  cancelled_at timestamptz check (cancelled_at is null or held_at is null),
  cancelled_for text check (length(cancelled_for) <= 600 and (cancelled_at is null) = (cancelled_for is null)),
  -- A moderator has taken it away: only its creator and the staff still see it.
  removed_at timestamptz,
  removed_for text check (length(removed_for) <= 600 and (removed_at is null) = (removed_for is null)),
  created_at timestamptz not null default now()
);
-- What a creator's page leads to: those that wait, then those that were held last.
create index draw_shown on draw (project_id, coalesce(held_at, 'infinity') desc, id desc) where cancelled_at is null and removed_at is null;
-- Lists and counts the draws of a creator from the index alone.
create index draw_project on draw (project_id, id) include (removed_at);
-- The few that are not over.
create index draw_waiting on draw (ends_at) where held_at is null and cancelled_at is null and removed_at is null;

-- Who took part in a draw that was held.
create table draw_entry (
  draw_id uuid not null references draw,
  -- Made of the person, so that nobody chooses it.
  ticket bytea not null check (length(ticket) = 16),
  -- Decides: the lowest wins.
  score bytea not null check (length(score) = 32),
  -- Null: the account was deleted.
  person_id uuid references person,
  donation_id uuid not null references donation,
  primary key (draw_id, ticket)
);
create unique index draw_entry_score on draw_entry (draw_id, score);
create index draw_entry_person on draw_entry (person_id, draw_id) where person_id is not null;

-- The places of those who won, from 1 on. One that is passed on stays, and the next ticket in order gets the next place.
create table draw_place (
  draw_id uuid not null,
  place integer not null check (place > 0),
  ticket bytea not null,
  won_at timestamptz not null default now(),
  -- What the winner has written to the creator about how to get it.
  answer text check (length(answer) <= 600),
  answered_at timestamptz check ((answer is null) = (answered_at is null)),
  given_at timestamptz check (given_at is null or passed_at is null),
  passed_at timestamptz,
  primary key (draw_id, place),
  unique (draw_id, ticket),
  foreign key (draw_id, ticket) references draw_entry
);
create index draw_place_answer on draw_place (given_at) where answer is not null;
