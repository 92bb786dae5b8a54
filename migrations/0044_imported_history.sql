-- What creators bring along from other services: a history beside the donations, never a part of money (docs/rules.md#imported-history).
create table imported_total (
  project_id uuid primary key references project,
  count bigint not null default 0 check (count >= 0),
  is_public boolean not null default false
);

create table donation_import (
  id uuid primary key default uuid_v7(),
  project_id uuid not null references project,
  source text not null check (source in ('DonationAlerts', 'Boosty', 'KoFi')),
  file_name text not null,
  count bigint not null default 0,
  created_at timestamptz not null default now()
);
create index donation_import_project on donation_import (project_id, created_at desc);

create table imported_donation (
  -- Made of what the file says, so that the same line never counts twice.
  id uuid primary key,
  project_id uuid not null references project,
  import_id uuid not null references donation_import,
  donor_key text not null,
  name text,
  message text,
  amount bigint not null check (amount > 0),
  -- Null: the currency of the country.
  currency text check (currency ~ '^[A-Z]{3}$'),
  given_at timestamptz not null
);
create index imported_donation_newest on imported_donation (project_id, given_at desc, id desc);
create index imported_donation_import on imported_donation (import_id);

-- Donors of the history in the currency of the country; sums in other currencies are not added up.
create table imported_donor (
  project_id uuid not null references project,
  donor_key text not null,
  name text,
  amount bigint not null,
  count bigint not null,
  primary key (project_id, donor_key)
);
create index imported_donor_top on imported_donor (project_id, amount desc, donor_key);
