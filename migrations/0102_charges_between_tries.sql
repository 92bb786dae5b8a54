-- Where a membership goes back to when a charge that its donor or the staff asked for is refused: it is no try of the month. Null: none was asked for.
alter table membership
  add column retry_state text check (retry_state in ('Overdue', 'Paused')),
  -- When the next try was due before that charge, or what was paused was paid until.
  add column retry_kept_at timestamptz;
