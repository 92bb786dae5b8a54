-- Receipts of Payme's Subscribe API: one for a payment, so that it is charged once, however often its payer tries.
create table payme_receipt (
  payment_id uuid primary key references payment,
  -- At Payme; null: it is not created yet.
  id text unique,
  -- Counts the charges; the one that has begun last alone may end it.
  charges int not null default 0,
  -- When a charge was begun whose outcome is not known; null: none is under way.
  charging_since timestamptz,
  -- The payer has left the payment: it is not charged any more.
  is_left boolean not null default false,
  -- Masked number of the card that was charged.
  card_mask text,
  -- Payme's code of the refusal of that card, which has ended the payment.
  failure text
);
