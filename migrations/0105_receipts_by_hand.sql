-- outside a transaction
-- Counts the receipts that an admin has to enter.
create index concurrently if not exists receipt_due_by_hand on receipt_due (since) where not is_reported and waived_for is null;
