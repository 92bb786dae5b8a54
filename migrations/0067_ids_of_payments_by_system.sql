-- Ids are those of a system. The release before names no constraint where it inserts, and finds payments and cards by system and id,
-- which are unique together since 0059: these may go while it still serves.
alter table membership_card drop constraint membership_card_provider_id_key;
alter table payment drop constraint payment_provider_id_key;
