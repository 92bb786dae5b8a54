-- outside a transaction
-- What a donor gave is counted from the index alone: without the parts that other creators have of a shared donation.
create index concurrently if not exists donation_by_donor on donation (donor_id, paid_at desc, id desc) include (joint_of)
  where donor_id is not null and number is not null;
drop index concurrently if exists donation_donor;
