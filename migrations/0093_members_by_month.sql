-- outside a transaction
-- Adds up what members of all creators bring, by calendar month.
create index concurrently if not exists membership_month_month on membership_month (month);
-- Counts the members for whom somebody else has paid.
create index concurrently if not exists membership_gifted on membership (project_id) where state = 'Leaving' and gifted_amount is not null;
