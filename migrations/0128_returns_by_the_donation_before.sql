-- outside a transaction
-- Counts whose donor had given before a period: in a long period these are few, though its returns are many.
create index concurrently if not exists donor_return_previous on donor_return (project_id, previous_at) include (number);
