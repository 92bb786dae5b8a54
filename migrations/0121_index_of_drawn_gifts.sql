-- outside a transaction
create index concurrently if not exists gifted_months_drawn on gifted_months (project_id, drawn_at) where drawn_at is not null;
