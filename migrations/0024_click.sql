-- Attempts to pay at Click, by its own ids (`click_trans_id`). Click has no states of its own: these are what its calls and answers have made of them.
create table click_attempt (
  -- Click's number of the attempt.
  id bigint primary key,
  -- Our number of the attempt, an integer as Click wants it (`merchant_prepare_id`).
  prepare_id integer generated always as identity unique,
  payment_id uuid not null references payment,
  -- Click's number of the payment (`click_paydoc_id`).
  paydoc_id bigint not null,
  amount bigint not null check (amount > 0),
  -- Doubtful: Click has taken the payer's money and was refused; it is asked what became of it. ChargedTwice: Click has kept that money beside
  -- that of another attempt. Reversed: given back after it was completed or charged twice.
  state text not null default 'Prepared'
    check (state in ('Prepared', 'Completed', 'Cancelled', 'Doubtful', 'ChargedTwice', 'Reversed')),
  -- The day of the attempt on Click's clock, under which it is asked about.
  day date not null,
  created_at timestamptz not null default clock_timestamp()
);
create unique index click_attempt_live on click_attempt (payment_id) where state in ('Prepared', 'Completed');
create index click_attempt_payment on click_attempt (payment_id);
