-- outside a transaction
-- Finds the memberships that may charge a card which is to be removed.
create index concurrently if not exists membership_card_mask on membership (card_mask) where token_sealed is not null;
