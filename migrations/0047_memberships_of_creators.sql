-- The memberships at a creator in one state, as the staff reads them.
create index membership_project_made on membership (project_id, state, created_at desc, id desc);
