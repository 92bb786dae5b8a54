-- What an admin sets for all donations: one row. Amounts are minor units.
create table donation_settings (
  id boolean primary key default true check (id),
  min_amount bigint not null check (min_amount > 0),
  max_amount bigint not null check (max_amount >= min_amount),
  presets bigint[] not null,
  message_max_length integer not null check (message_max_length between 0 and 1000),
  commission_percent numeric(5, 2) not null check (commission_percent between 0 and 100),
  stop_words text[] not null,
  is_enabled boolean not null
);
insert into donation_settings
  (min_amount, max_amount, presets, message_max_length, commission_percent, stop_words, is_enabled)
values
  (500000, 1000000000, '{500000,1000000,2500000,5000000,10000000}', 300, 5,
   '{блядь,блять,хуй,хуе*,хуё*,хуя*,пизд*,ебат*,ебан*,ебал*,ёбан*,заеб*,выеб*,пидор*,пидар*,мудак*,сука,jalab,fuck*,bitch*,cunt*}', true);

-- A gift. Its state is its payment's; it counts while `paid_at` is set and `refunded_at` is not.
create table donation (
  id uuid primary key,
  project_id uuid not null references project,
  -- Null: given by a guest.
  donor_id uuid references person,
  -- Whose row of the top it counts in: `anonymous`, `person:<id>` or `name:<folded name>`.
  donor_key text not null,
  name text,
  -- As it was written: masked where others see it, whole for the creator.
  message text,
  is_anonymous boolean not null,
  amount bigint not null check (amount > 0),
  -- The part that the platform keeps, as it was when the gift was made.
  commission bigint not null check (commission between 0 and amount),
  -- The donor's network address, for the budgets of refused cards; forgotten when the gift is paid.
  address text,
  -- The project's gifts in the order in which they were paid, without gaps.
  number bigint,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  check ((number is null) = (paid_at is null)),
  check (refunded_at is null or paid_at is not null)
);
create unique index donation_number on donation (project_id, number) where number is not null;
create index donation_refunded on donation (project_id, number) where refunded_at is not null;
create index donation_paid_at on donation (project_id, paid_at) include (number, amount) where number is not null;
create index donation_donor on donation (donor_id, paid_at desc, id desc) where donor_id is not null and number is not null;
create index donation_newest on donation (paid_at desc) where number is not null and refunded_at is null;
create index donation_unpaid on donation (created_at) where number is null;

-- A project's gifts: `last_number` counts all that were ever paid, `paid_count` and `paid_sum` those not given back.
create table project_total (
  project_id uuid primary key references project,
  last_number bigint not null,
  paid_count bigint not null,
  paid_sum bigint not null
);

-- The same by donor, for the top. Without a name: all anonymous gifts.
create table donor_total (
  project_id uuid not null references project,
  donor_key text not null,
  name text,
  amount bigint not null,
  count bigint not null,
  primary key (project_id, donor_key)
);
create index donor_total_top on donor_total (project_id, amount desc, donor_key) where count > 0;
