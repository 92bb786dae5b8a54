-- outside a transaction
-- Ids are those of a system: what finds a payment names both. The constraint on the id alone stays for now, because the release before
-- names it where it inserts a payment; the migrations of the next release drop it.
create unique index concurrently if not exists payment_system_provider_id on payment (system, provider_id);
create unique index concurrently if not exists membership_card_system_provider_id on membership_card (system, provider_id);
