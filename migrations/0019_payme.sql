-- Transactions of Payme's Merchant API, as Payme has created them: its ids, and times in milliseconds since 1970, 0 where there is none.
-- States: 1 created, 2 performed, -1 cancelled, -2 cancelled after it was performed.
create table payme_transaction (
  id text primary key,
  payment_id uuid not null references payment,
  amount bigint not null check (amount > 0),
  state smallint not null check (state in (1, 2, -1, -2)),
  -- Why it was cancelled, as Payme numbers the reasons.
  reason smallint,
  -- When it was created at Payme.
  time bigint not null,
  create_time bigint not null,
  perform_time bigint not null default 0,
  cancel_time bigint not null default 0
);
create unique index payme_transaction_live on payme_transaction (payment_id) where state > 0;
create index payme_transaction_payment on payme_transaction (payment_id);
create index payme_transaction_time on payme_transaction (time);
