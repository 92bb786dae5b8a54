-- Programs of developers that ask people for keys by OAuth 2.0 (docs/rules.md#applications). The secret is shown once and stored as a hash.
create table application (
  id uuid primary key default uuid_v7(),
  -- Its client id: programs that know DonationAlerts expect a number.
  number bigint generated always as identity unique,
  person_id uuid not null references person,
  name text not null,
  -- Where people may be sent back, compared letter by letter.
  redirects text[] not null check (cardinality(redirects) between 1 and 5),
  secret_hash bytea not null,
  -- The last characters of the secret, by which its owner recognises it.
  ending text not null,
  created_at timestamptz not null default now()
);
create index application_person on application (person_id, created_at desc);

-- A key that an application was granted is an access token that expires and is renewed.
alter table access_token
  add column application_id uuid references application on delete cascade,
  -- Null: it stays valid until it is removed.
  add column expires_at timestamptz,
  -- The hash of what all refresh tokens of a grant have in common: one that has it and is not the latest was used before.
  add column refresh_family bytea,
  -- The hash of what the latest refresh token has of its own.
  add column refresh_hash bytea,
  -- When the latest refresh token was issued.
  add column refreshed_at timestamptz,
  add constraint access_token_granted check (
    num_nonnulls(application_id, expires_at, refresh_family, refresh_hash, refreshed_at) in (0, 5));

-- What a person has allowed and the application has still to fetch. A used code stays for an hour, so that a second use ends the grant.
create table application_code (
  hash bytea primary key,
  application_id uuid not null references application on delete cascade,
  person_id uuid not null references person,
  scopes text[] not null check (cardinality(scopes) > 0),
  redirect text not null,
  -- The S256 challenge of PKCE; null: none was sent.
  challenge text,
  expires_at timestamptz not null,
  -- What it was exchanged for; null: not used.
  token_id uuid references access_token on delete cascade
);
create index application_code_application on application_code (application_id);
create index application_code_person on application_code (person_id);
create index application_code_token on application_code (token_id) where token_id is not null;
create index application_code_old on application_code (expires_at);
