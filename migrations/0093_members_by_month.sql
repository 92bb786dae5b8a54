-- outside a transaction
-- Adds up what members of all creators bring, by calendar month.
create index concurrently if not exists membership_month_month on membership_month (month);
