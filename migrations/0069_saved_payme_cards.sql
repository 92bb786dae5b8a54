-- Cards that payers let be charged without them, by the payment at Payme that brings each, or by a saving without a payment.
create table payme_saved_card (
  provider_id text collate "C" primary key,
  -- Until when it may be saved.
  expires_at timestamptz not null,
  -- The last card that was about to be charged, or the one that was saved; null: none yet. Sealed like the cards of memberships, which take it from here.
  token_sealed bytea,
  mask text,
  -- Month and year.
  expiry text check (expiry ~ '^[0-9]{4}$'),
  check ((token_sealed is null) = (mask is null) and (mask is null) = (expiry is null))
);

create index payme_saved_card_old on payme_saved_card (expires_at);
