-- The terms of the payment that is under way, or that has paid the month, where they are not those that the membership had. `is_change` false: they are.
alter table membership_charge
  add column is_change boolean not null default false,
  add column level_id uuid references membership_level,
  add column level_amount bigint;

-- What the donor has chosen to give from the next charge on, minor units a month. `next_amount` null: the same as now. `next_level_id` null
-- beside it: a sum of the donor's own. `next_level_amount`: the price of the level that the donor has agreed to.
alter table membership
  add column next_level_id uuid references membership_level,
  add column next_amount bigint,
  add column next_level_amount bigint,
  add constraint membership_next_terms
    check (next_amount > 0 or next_amount is null and next_level_id is null and next_level_amount is null) not valid;
