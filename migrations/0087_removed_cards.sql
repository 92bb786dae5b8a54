-- Cards that monthly support does not charge any more, until their payment system has removed them, too.
create table card_removal (
  id uuid primary key default uuid_v7(),
  system text not null,
  -- Sealed like the cards of memberships, which it comes from.
  token_sealed bytea not null,
  -- Whose memberships may still charge it; null: the person is deleted, and has none.
  person_id uuid references person,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index card_removal_due on card_removal (next_try_at);
create index card_removal_person on card_removal (person_id);
