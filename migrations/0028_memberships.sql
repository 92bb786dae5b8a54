-- What a creator offers to those who support him every month. A removed level stays for its members.
create table membership_level (
  id uuid primary key default uuid_v7(),
  project_id uuid not null references project,
  name text not null check (length(name) between 1 and 60),
  -- Minor units a month, for new members.
  amount bigint not null check (amount > 0),
  words text not null check (length(words) <= 500),
  benefits text[] not null check (cardinality(benefits) <= 8),
  -- The name of a stored picture.
  picture text,
  -- Shown to members only.
  link text check (length(link) <= 500),
  place integer not null,
  removed_at timestamptz,
  created_at timestamptz not null default now()
);
create index membership_level_project on membership_level (project_id, place) where removed_at is null;

-- Monthly support of one creator by one donor. Moments are of the product's clock.
create table membership (
  id uuid primary key,
  project_id uuid not null references project,
  person_id uuid not null references person,
  level_id uuid references membership_level,
  -- Minor units a month; `level_amount`: the price of the level that the donor has agreed to.
  amount bigint not null check (amount > 0),
  level_amount bigint,
  name text,
  is_anonymous boolean not null,
  -- The system that charges the card, its sealed token for that, and what may be shown of the card. Removed with the end.
  system text not null,
  token_sealed bytea,
  card_mask text,
  -- MMYY
  card_expiry text,
  -- Months begin at this moment's day and time of the time zone.
  anchor_at timestamptz,
  time_zone text not null,
  state text not null check (state in ('Pending', 'Active', 'Overdue', 'Paused', 'Leaving', 'Ended')),
  -- How many months were paid.
  months integer not null default 0,
  -- What was paid, without refunds.
  paid_sum bigint not null default 0,
  last_paid_at timestamptz,
  since timestamptz,
  paid_until timestamptz,
  -- When the next step is due: a charge, or the end of a membership that was left. Null: none.
  due_at timestamptz,
  -- The process that takes the step; each lease has a greater number than those before.
  lease bigint not null default 0,
  leased_until timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('Left', 'Unpaid', 'Merged', 'CreatorGone', 'PersonGone', 'StaffStopped')),
  created_at timestamptz not null,
  check ((state = 'Ended') = (ended_at is not null)),
  check ((state = 'Ended') = (end_reason is not null)),
  check (state <> 'Ended' or (token_sealed is null and due_at is null)),
  check (state not in ('Active', 'Leaving') or (due_at is not null and paid_until is not null))
);
create unique index membership_live on membership (project_id, person_id) where state in ('Active', 'Overdue', 'Paused', 'Leaving');
create index membership_due on membership (due_at) where due_at is not null;
create index membership_pending on membership (created_at) where state = 'Pending';
create index membership_project on membership (project_id, since desc, id desc) where since is not null;
create index membership_members on membership (project_id, since desc, id desc)
  where state in ('Active', 'Overdue', 'Paused', 'Leaving');
create index membership_project_state on membership (project_id, state, since desc, id desc) where since is not null;
create index membership_person on membership (person_id, since desc, id desc);
create index membership_state on membership (state, created_at desc, id desc);
create index membership_level_members on membership (level_id) where state in ('Active', 'Overdue', 'Paused', 'Leaving');

-- How many memberships of a project are in each state, and the sum of their amounts.
create table membership_count (
  project_id uuid not null references project,
  state text not null,
  members bigint not null,
  amount bigint not null,
  primary key (project_id, state)
);
create index membership_count_state on membership_count (state) include (members);

-- Once for each statement, so that the end of many memberships writes a count once; in the order of keys, so that opposite moves do not
-- wait for each other. `moved`: the rows that came or, with -1, went.
create function membership_counted() returns trigger language plpgsql as $$
begin
  insert into membership_count as total (project_id, state, members, amount)
    select project_id, state, count(*) * tg_argv[0]::int, sum(amount) * tg_argv[0]::int from moved
    group by project_id, state order by project_id, state
    on conflict (project_id, state) do update
      set members = total.members + excluded.members, amount = total.amount + excluded.amount;
  return null;
end $$;
create function membership_recounted() returns trigger language plpgsql as $$
begin
  insert into membership_count as total (project_id, state, members, amount)
    select project_id, state, sum(members), sum(amount) from (
      select project_id, state, 1 as members, amount from came
      union all select project_id, state, -1, -amount from went
    ) change
    group by project_id, state having sum(members) <> 0 or sum(amount) <> 0 order by project_id, state
    on conflict (project_id, state) do update
      set members = total.members + excluded.members, amount = total.amount + excluded.amount;
  return null;
end $$;
create trigger membership_counted_new after insert on membership referencing new table as moved
  for each statement execute function membership_counted('1');
create trigger membership_counted_gone after delete on membership referencing old table as moved
  for each statement execute function membership_counted('-1');
create trigger membership_counted_moved after update on membership referencing old table as went new table as came
  for each statement execute function membership_recounted();

-- What happened to a project's memberships in a calendar month, named by its first day. Minor units.
create table membership_month (
  project_id uuid not null references project,
  month date not null,
  recurring bigint not null default 0,
  charges bigint not null default 0,
  started bigint not null default 0,
  ended bigint not null default 0,
  primary key (project_id, month)
);

-- One month of a membership: charged until it is paid, under one donation whatever the number of tries.
create table membership_charge (
  membership_id uuid not null references membership,
  month integer not null check (month > 0),
  donation_id uuid not null unique,
  -- Minor units.
  amount bigint not null check (amount > 0),
  -- `Open`: a payment may be under way. `Waiting`: the next try comes. `Returning`: paid after the end, to be refunded.
  state text not null check (state in ('Open', 'Waiting', 'Failed', 'Paid', 'Returning', 'Refunded')),
  -- Refused tries since the month fell due or was resumed.
  tries integer not null default 0,
  -- The provider's code of the last refusal.
  refusal text,
  paid_at timestamptz,
  refunded bigint not null default 0,
  -- When its refund is asked for, because it was paid after the end. Null: it is not, or the provider has refused for good.
  return_at timestamptz,
  created_at timestamptz not null,
  primary key (membership_id, month),
  check (state not in ('Paid', 'Returning', 'Refunded') or paid_at is not null)
);
create index membership_charge_return on membership_charge (return_at) where return_at is not null;
create index membership_charge_open on membership_charge (created_at) where state = 'Open';

-- Cards that are being saved at the provider; asked about until they are saved or their time is over.
create table membership_card (
  id uuid primary key default uuid_v7(),
  membership_id uuid not null references membership,
  system text not null,
  -- The payment that saves the card: the first month's, or one of 0 that only saves it.
  provider_id text not null unique,
  state text not null default 'Waiting' check (state in ('Waiting', 'Saved', 'Expired')),
  checks integer not null default 0,
  next_check_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((state = 'Waiting') = (next_check_at is not null))
);
create index membership_card_due on membership_card (next_check_at) where next_check_at is not null;
create index membership_card_membership on membership_card (membership_id);

-- The month of a membership that a donation pays; null: it was given once.
alter table donation add column membership_id uuid references membership deferrable initially deferred,
  add column membership_month integer;
alter table alert add column membership_month integer;

alter table image
  drop constraint image_type_check,
  add constraint image_type_check check (type in ('Avatar', 'Banner', 'Product', 'Alert', 'Logo', 'Level'));
