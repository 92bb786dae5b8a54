-- Audit trail: one row for every call by which the staff changed something. `input` is what was sent, amounts in main units.
create table audit (
  id uuid primary key default uuid_v7(),
  actor_id uuid not null,
  call text not null,
  subject text,
  input jsonb not null,
  details jsonb,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (
    ' ' || search_fold(
      call || ' ' || coalesce(subject, '') || ' ' || (input #>> '{}') || ' ' || coalesce(details #>> '{}', '')
    )
  ) stored
);
create index audit_newest on audit (created_at desc, id desc);
create index audit_subject on audit (subject, created_at desc);

create index audit_search on audit using gin (search_text gin_trgm_ops);
create index audit_actor on audit (actor_id, created_at desc);

create function audit_tally() returns trigger language plpgsql as $$
begin
  perform hour_tally_add('audit', new.created_at, 1, 0);
  return null;
end $$;
create trigger audit_tally_new after insert on audit for each row execute function audit_tally();
