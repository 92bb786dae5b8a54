-- How the last archive of a person went, and the link that begins the next one. `lease`: of whoever writes it; it is over once
-- `leased_until` has passed.
create table person_archive (
  person_id uuid primary key references person (id),
  link_hash bytea unique,
  link_session uuid,
  link_language text,
  link_ends_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  began_at timestamptz,
  ended_at timestamptz,
  is_whole boolean not null default false,
  check (num_nulls(link_hash, link_session, link_language, link_ends_at) in (0, 4))
);
