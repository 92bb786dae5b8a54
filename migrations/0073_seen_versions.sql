-- What a session of the staff was last shown of a list or of settings, so that a save without a version overwrites no later one.
create table seen_version (
  session_id uuid references session on delete cascade,
  subject text,
  version text not null,
  primary key (session_id, subject)
);
