-- outside a transaction
-- Finds the receipts that a system is asked for next.
create index concurrently if not exists receipt_due_asked on receipt_due (ask_at) where ask_at is not null;
