-- The last number of each year's acts of payouts. Its row is locked by whoever pays, so that a payment that fails leaves no gap.
create table payout_act_counter (
  year integer primary key,
  last integer not null check (last > 0)
);

-- Of the act, within the year of its payment in the country's time zone; null: not paid, or paid before acts had numbers.
alter table payout add column act_year integer, add column act_number integer;
