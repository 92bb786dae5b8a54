-- outside a transaction
-- The memberships that are charged again after a pause: nothing of them is paid.
create index concurrently if not exists membership_resumed on membership (project_id) include (amount)
  where state = 'Overdue' and paid_until is null;
