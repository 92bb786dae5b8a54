-- outside a transaction
-- Finds the payments and refunds without a fiscal receipt that the log has not named, also of systems that report none.
create index concurrently if not exists receipt_due_to_name on receipt_due (since) where named_at is null and waived_for is null;
