-- outside a transaction
-- Lists and counts the payments that were refunded as a whole.
create index concurrently if not exists payment_refunded on payment (created_at desc, id desc) include (kind)
  where status = 'Refunded';
