-- Months of a level that a donor pays for others with one donation, whose id they have (docs/rules.md#gifted-months). Moments are of the product's clock.
create table gifted_months (
  id uuid primary key,
  project_id uuid not null references project,
  person_id uuid not null references person,
  level_id uuid not null references membership_level,
  -- `Chat`: whoever takes part is drawn. `Link`: all of them go to the one who opens a link.
  receiver text not null check (receiver in ('Chat', 'Link')),
  -- Of one month, minor units.
  price bigint not null check (price > 0),
  months integer not null check (months between 1 and 50),
  time_zone text not null,
  -- What decides, and what stands for people; null: not paid, or for a link.
  seed bytea check (length(seed) = 32),
  ticket_key bytea check (length(ticket_key) = 32),
  -- Null: not paid.
  opened_at timestamptz,
  entry_until timestamptz,
  expires_at timestamptz,
  drawn_at timestamptz,
  -- How many were left to be drawn.
  drawn_months integer,
  digest bytea,
  entry_count integer,
  taken integer not null default 0 check (taken >= 0),
  -- Paid back before anybody had taken them.
  withdrawn integer not null default 0 check (withdrawn >= 0),
  -- When the next step is due: the drawing, or the end. Null: none.
  due_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('Taken', 'Lapsed', 'Refunded', 'CreatorGone')),
  created_at timestamptz not null,
  check (taken + withdrawn <= months),
  check ((ended_at is null) = (end_reason is null)),
  check (ended_at is null or due_at is null),
  check ((drawn_at is null) = (digest is null) and (drawn_at is null) = (entry_count is null) and (drawn_at is null) = (drawn_months is null)),
  check (opened_at is null or expires_at is not null and (receiver = 'Chat') = (entry_until is not null and seed is not null and ticket_key is not null))
);
create index gifted_months_due on gifted_months (due_at) where due_at is not null;
create index gifted_months_person on gifted_months (person_id, opened_at desc, id desc) where opened_at is not null;
create index gifted_months_unpaid on gifted_months (created_at) where opened_at is null and ended_at is null;
create index gifted_months_open on gifted_months (project_id) where due_at is not null;

-- Who takes part, once each.
create table gifted_entry (
  gift_id uuid not null references gifted_months,
  ticket bytea not null check (length(ticket) = 16),
  -- Null: the person is deleted.
  person_id uuid references person,
  name text,
  is_anonymous boolean not null,
  -- Null: not drawn yet.
  score bytea check (length(score) = 32),
  entered_at timestamptz not null,
  primary key (gift_id, ticket)
);
create unique index gifted_entry_person on gifted_entry (person_id, gift_id);
create index gifted_entry_score on gifted_entry (gift_id, score) where score is not null;

-- Who got months, in the order of getting; drawn ones have their ticket.
create table gifted_place (
  gift_id uuid not null references gifted_months,
  place integer not null check (place > 0),
  ticket bytea,
  -- As they were signed, also once their membership is signed otherwise.
  name text,
  is_anonymous boolean not null,
  -- Null: passed over, since the person could take no month by then.
  membership_id uuid unique references membership,
  given_at timestamptz not null,
  primary key (gift_id, place),
  unique (gift_id, ticket),
  foreign key (gift_id, ticket) references gifted_entry,
  check (ticket is not null or membership_id is not null)
);

-- The months that a donation gives to others, and to whom; null: it gives none.
alter table donation add column gifted_months integer, add column gifted_to text;
alter table alert add column gifted_months integer;

-- `gifted_amount`: what somebody else has paid for a month, minor units; null: nobody has. Then nothing is charged, and `amount` is 0.
-- `gifted_until`: when the gifted months of one who goes on with a card are over.
alter table membership
  add column gifted_amount bigint check (gifted_amount > 0),
  add column gifted_until timestamptz,
  -- A server of the release before this one would go on with it for nothing.
  add constraint membership_gifted_leaves check (gifted_amount is null or state in ('Leaving', 'Ended')) not valid,
  drop constraint membership_amount_check,
  add constraint membership_amount_check check (amount > 0 or amount = 0 and gifted_amount is not null) not valid;
