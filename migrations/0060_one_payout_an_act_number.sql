-- outside a transaction
-- No two acts of a year have the same number.
create unique index concurrently if not exists payout_act on payout (act_year, act_number);
