-- Who did what to whom and when: one line for every moderator's and admin's call that changes something.
create table audit (
  id uuid primary key default uuid_v7(),
  actor_id uuid not null,
  call text not null,
  subject text,
  input jsonb not null,
  details jsonb,
  created_at timestamptz not null default now()
);
create index audit_newest on audit (created_at desc, id desc);
create index audit_subject on audit (subject, created_at desc);
