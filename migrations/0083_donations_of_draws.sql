-- outside a transaction
-- Who takes part in a draw, from the index alone.
create index concurrently if not exists donation_drawn on donation (project_id, paid_at) include (donor_id, amount, is_anonymous, number)
  where number is not null and refunded_at is null and donor_id is not null;
