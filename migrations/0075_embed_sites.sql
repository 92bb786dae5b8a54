-- The sites on which creators let their widgets be framed; none: on every site.
create table embed_sites (
  project_id uuid primary key references project,
  -- Hosts in ASCII, each with its subdomains, as `dilnoza.uz` or `dilnoza.uz:8443`.
  hosts text[] not null check (cardinality(hosts) <= 20),
  revision integer not null
);
