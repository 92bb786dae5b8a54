-- The countdown of a stream that goes on as long as people give.
create table clock (
  id uuid primary key,
  project_id uuid not null references project,
  started_at timestamptz not null,
  -- The length that it started with, and the most that it may have in all, without pauses. Null: no cap.
  first_seconds integer not null check (first_seconds > 0),
  most_seconds integer check (most_seconds >= first_seconds),
  -- The present rate: so many seconds for so many minor units, by whole steps or, if linear, for each part of them too.
  rate_sum bigint not null check (rate_sum > 0),
  rate_seconds integer not null check (rate_seconds between 1 and 86400),
  is_linear boolean not null,
  -- When it ends by itself, without the pause that lasts; worked out anew from the rows below by whoever changes one of them.
  ends_at timestamptz not null,
  paused_at timestamptz,
  -- When it was ended: by its creator, by the staff, or by a refund or a correction that left it no time.
  closed_at timestamptz,
  ended_for text check (length(ended_for) <= 600 and (ended_for is null or closed_at is not null)),
  -- When it is over, as far as is known.
  over_at timestamptz not null generated always as (
    coalesce(closed_at, case when paused_at is null then ends_at else 'infinity' end)
  ) stored,
  -- Counts what its creator does with it, not what donors give.
  revision integer not null default 1
);
create index clock_project on clock (project_id, started_at desc);
create index clock_over on clock (project_id, over_at);

-- What a donation has added.
create table clock_donation (
  donation_id uuid primary key references donation,
  clock_id uuid not null references clock,
  -- What is left of the donation, in minor units. Null: it was paid when the clock was over.
  sum bigint check (sum >= 0),
  -- The rate at which it was paid.
  rate_sum bigint not null check (rate_sum > 0),
  rate_seconds integer not null,
  is_linear boolean not null,
  -- At most a thousand days, so that no sum is too much for the end of a clock.
  seconds integer generated always as (
    case when sum is not null then least(
      case when is_linear then div(sum::numeric * rate_seconds, rate_sum) else div(sum::numeric, rate_sum) * rate_seconds end,
      86400000
    ) end
  ) stored
);
-- Adds up a clock from the index alone.
create index clock_donation_clock on clock_donation (clock_id) include (seconds, sum);

-- Time that its creator has added or taken by hand.
create table clock_correction (
  clock_id uuid not null references clock,
  -- From 1 within its clock.
  number integer not null check (number > 0),
  seconds integer not null check (seconds <> 0 and abs(seconds) <= 86400),
  made_at timestamptz not null,
  primary key (clock_id, number)
);

create table clock_pause (
  clock_id uuid not null references clock,
  started_at timestamptz not null,
  -- Null: it lasts.
  ended_at timestamptz check (ended_at >= started_at),
  primary key (clock_id, started_at)
);
