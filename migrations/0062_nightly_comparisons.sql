-- What the nightly comparisons with the books of the payment systems have found. `results` names the first differences of each system.
create table book_comparison (
  night date primary key,
  -- Who has taken the night: a process that comes back late does not overwrite what another one has found.
  attempt integer not null default 1,
  since timestamptz not null,
  -- When whoever compares was last at work.
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  is_whole boolean not null default false,
  differing integer not null default 0 check (differing >= 0),
  results jsonb not null default '[]'
);
