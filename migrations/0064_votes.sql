-- A question of a creator that donors answer with their donations.
create table vote (
  id uuid primary key,
  project_id uuid not null references project,
  question text not null check (length(question) between 1 and 240),
  -- Minor units for one vote.
  price bigint not null check (price > 0),
  -- It ends at this moment, or with this sum in minor units, or by hand.
  ends_at timestamptz,
  end_sum bigint check (end_sum > 0),
  closed_at timestamptz,
  -- When it is over, as far as is known.
  over_at timestamptz not null generated always as (coalesce(least(closed_at, ends_at), 'infinity')) stored,
  -- A moderator has taken it away: it is over, and only its creator and the staff still see it.
  removed_at timestamptz check (removed_at is null or closed_at is not null),
  removed_for text check (length(removed_for) <= 600 and (removed_at is null) = (removed_for is null)),
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create index vote_project on vote (project_id, id desc);
create index vote_over on vote (project_id, over_at);

create table vote_option (
  vote_id uuid not null references vote,
  -- From 1 within its vote.
  number integer not null check (number > 0),
  text text not null check (length(text) between 1 and 120),
  is_hidden boolean not null,
  place integer not null,
  primary key (vote_id, number)
);

-- What a donor has chosen with a donation. One donation serves one vote.
create table vote_choice (
  donation_id uuid primary key references donation,
  vote_id uuid not null,
  number integer not null,
  -- What is left of the donation, in minor units, and how many votes that is. Null: not paid, or paid when the vote was over.
  sum bigint check (sum >= 0),
  votes bigint check (votes >= 0),
  foreign key (vote_id, number) references vote_option
);
-- Adds up a vote from the index alone.
create index vote_choice_option on vote_choice (vote_id, number) include (votes, sum);

-- Whether its donor has chosen something, so that whoever settles the others asks nothing more.
alter table donation add column has_choices boolean not null default false;
