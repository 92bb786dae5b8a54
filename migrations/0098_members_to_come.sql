-- outside a transaction
-- The members who have chosen a level from their next charge on, who are notified of its price.
create index concurrently if not exists membership_next_level on membership (next_level_id, id) where next_level_id is not null;
