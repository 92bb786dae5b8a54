-- Cards that monthly support does not charge any more, until their payment system has removed them, too. It does not say whose they are.
create table card_removal (
  id uuid primary key default uuid_v7(),
  system text not null,
  -- Sealed like the cards of memberships, which it comes from.
  token_sealed bytea not null,
  -- What is shown of the card; empty: nothing. Memberships with the same one may still charge it.
  card_mask text not null,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index card_removal_due on card_removal (next_try_at);
