-- Where a membership goes back to when a charge that its donor or the staff asked for is refused: it is no try of the month. Null: none was asked for.
alter table membership
  add column retry_state text check (retry_state in ('Overdue', 'Paused')),
  add column retry_due_at timestamptz;
