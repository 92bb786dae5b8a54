-- Settings for all donations, set by an admin: one row. Amounts are minor units.
create table donation_settings (
  id boolean primary key default true check (id),
  min_amount bigint not null check (min_amount > 0),
  max_amount bigint not null check (max_amount >= min_amount),
  presets bigint[] not null,
  message_max_length integer not null check (message_max_length between 0 and 1000),
  commission_percent numeric(5, 2) not null check (commission_percent between 0 and 100),
  stop_words text[] not null,
  is_enabled boolean not null,
  -- Shown to visitors while donations are stopped; empty: the default text.
  stop_reason text not null default '' check (length(stop_reason) <= 300)
);
insert into donation_settings
  (min_amount, max_amount, presets, message_max_length, commission_percent, stop_words, is_enabled)
values
  (500000, 1000000000, '{500000,1000000,2500000,5000000,10000000}', 300, 5,
   '{блядь,блять,бля,бляд*,хуй,хуе*,хуё*,хуя*,хуйн*,нахуй,похуй,охуе*,пизд*,распизд*,ебат*,ебан*,ебал*,ебуч*,ёбан*,заеб*,выеб*,уеб*,долбоеб*,долбоёб*,пидор*,пидар*,мудак*,мудил*,гандон*,шлюх*,сука,суки,сучка,сучки,сучкой,чурк*,jalab,qotoq*,fuck*,motherfuck*,shit,bullshit,bitch*,cunt*,whore*,asshole*,nigger*,faggot*}', true);

-- Donations. A donation has the state of its payment; it counts while `paid_at` is set and `refunded_at` is not.
create table donation (
  id uuid primary key,
  project_id uuid not null references project,
  -- Null: given by a guest.
  donor_id uuid references person,
  -- Its row among the top donors: `anonymous`, `person:<id>` or `name:<folded name>`.
  donor_key text not null,
  name text,
  -- As it was written; stop words are masked where others see it.
  message text,
  -- A donor may rewrite a rejected message once; the creator can still read the first one.
  first_message text,
  reworded_at timestamptz,
  is_anonymous boolean not null,
  -- What is left after partial refunds.
  amount bigint not null check (amount > 0),
  refunded bigint not null default 0,
  -- The platform's share, by the percentage at the time of the donation.
  commission bigint not null check (commission between 0 and amount),
  -- The donor's network address, for the budgets of refused cards; cleared when the donation is paid.
  address text,
  -- Position among the project's donations in the order of their payments, without gaps.
  number bigint,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  check ((number is null) = (paid_at is null)),
  check (refunded_at is null or paid_at is not null),
  constraint donation_refunded_sum check (refunded >= 0)
);
create unique index donation_number on donation (project_id, number) where number is not null;
create index donation_refunded on donation (project_id, number) where refunded_at is not null;
create index donation_paid_at on donation (project_id, paid_at) include (number, amount) where number is not null;
create index donation_donor on donation (donor_id, paid_at desc, id desc) where donor_id is not null and number is not null;
-- Gives the sums of a period by itself.
create index donation_newest on donation (paid_at desc) include (amount) where number is not null and refunded_at is null;
create index donation_unpaid on donation (created_at) where number is null;
-- A creator's statistics in the order of donors, from the index alone; its first row per donor shows who is new.
create index donation_first on donation (project_id, donor_key, number) include (amount, paid_at)
  where number is not null and refunded_at is null;
-- A creator's search over his own donations; the name of an anonymous donor is not found.
create index donation_search on donation using gin (
  project_id,
  lower(case when is_anonymous then '' else coalesce(name, '') end || E'\n' || coalesce(message, '')) gin_trgm_ops
) where number is not null;

-- Tallied by the hour of the payment while not refunded.
create function donation_tally() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.paid_at is not null and old.refunded_at is null then
    perform hour_tally_add('donation', old.paid_at, -1, -old.amount);
  end if;
  if tg_op <> 'DELETE' and new.paid_at is not null and new.refunded_at is null then
    perform hour_tally_add('donation', new.paid_at, 1, new.amount);
  end if;
  return null;
end $$;
create trigger donation_tally_new after insert on donation
  for each row when (new.paid_at is not null) execute function donation_tally();
create trigger donation_tally_moved after update on donation for each row
  when ((old.paid_at, old.refunded_at is null, old.amount) is distinct from (new.paid_at, new.refunded_at is null, new.amount))
  execute function donation_tally();
create trigger donation_tally_gone after delete on donation
  for each row when (old.paid_at is not null) execute function donation_tally();

-- A project's donations: `last_number` counts all that were ever paid, `paid_count` and `paid_sum` those not refunded.
create table project_total (
  project_id uuid primary key references project,
  last_number bigint not null,
  paid_count bigint not null,
  paid_sum bigint not null
);

-- The same by donor, for the top donors. Without a name: all anonymous donations.
create table donor_total (
  project_id uuid not null references project,
  donor_key text not null,
  name text,
  amount bigint not null,
  count bigint not null,
  primary key (project_id, donor_key)
);
create index donor_total_top on donor_total (project_id, amount desc, donor_key) where count > 0;
