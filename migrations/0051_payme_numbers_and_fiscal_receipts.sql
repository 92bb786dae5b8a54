-- Which transaction of its payment it is, from 1 on; null: it was created by an earlier version, which gave all of a payment one number.
alter table payme_transaction add column attempt integer;

-- What the tax service has registered of a payment, and of its refund, as its payment system reports it.
create table payment_fiscal_receipt (
  payment_id uuid not null references payment,
  kind text not null check (kind in ('Paid', 'Refunded')),
  sign text not null,
  terminal text not null,
  receipt_id text not null,
  -- The page of the tax service that the QR code leads to; empty: none was reported.
  qr_url text not null,
  registered_at timestamptz not null default now(),
  primary key (payment_id, kind)
);
