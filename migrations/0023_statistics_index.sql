-- A creator's statistics are told by the index alone, in the order of donors.
drop index donation_first;
create index donation_first on donation (project_id, donor_key, number) include (amount, paid_at)
  where number is not null and refunded_at is null;
