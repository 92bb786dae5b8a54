-- outside a transaction
-- The parts of a donation that was given to several creators, each of whom has one, and the donations of a stream.
create unique index concurrently if not exists donation_joint_parts on donation (joint_of, project_id) where joint_of is not null;
create index concurrently if not exists donation_joint_stream on donation (joint_id, project_id) include (amount)
  where joint_id is not null and number is not null and refunded_at is null;
