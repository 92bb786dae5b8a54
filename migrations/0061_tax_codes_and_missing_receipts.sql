-- The list of the tax service's codes that the operator has uploaded, replaced as a whole.
create table tax_code (
  code text collate "C" not null check (code ~ '^[0-9]{17}$'),
  package_code text collate "C" not null check (package_code ~ '^[0-9]{0,20}$'),
  name text not null check (name <> ''),
  unit text not null check (unit ~ '^[0-9]{0,10}$'),
  vat integer not null check (vat between 0 and 100),
  search_text text not null generated always as (' ' || search_fold(name)) stored,
  -- Also finds the beginnings of codes: bytewise order is that of their digits.
  primary key (code, package_code)
);
create index tax_code_search on tax_code using gin (search_text gin_trgm_ops);

-- When the list was uploaded; its row is locked by whoever uploads. No row: there is no list.
create table tax_code_list (
  is_only boolean primary key default true check (is_only),
  file_name text not null,
  count integer not null check (count >= 0),
  uploaded_at timestamptz not null default now()
);

-- Paid and refunded payments whose fiscal receipt has not come yet. Each row goes with the receipt.
create table receipt_due (
  payment_id uuid not null references payment (id),
  kind text not null check (kind in ('Paid', 'Refunded')),
  id uuid not null default uuid_v7(),
  since timestamptz not null default clock_timestamp(),
  -- Whether the payment's system reports receipts. Those of other systems are entered by hand and alarm nobody.
  is_reported boolean not null,
  -- When the log has named it; null: not yet.
  named_at timestamptz,
  primary key (payment_id, kind)
);
create index receipt_due_since on receipt_due (since, id);
create index receipt_due_reported on receipt_due (since) where is_reported;
create index receipt_due_unnamed on receipt_due (since) where is_reported and named_at is null;

-- Whatever pays or refunds a payment at a system of the tax service's country awaits its receipt, in the same transaction.
create function receipt_due_add() returns trigger language plpgsql as $$
begin
  insert into receipt_due (payment_id, kind, is_reported)
  select new.id, new.status, new.system = 'payme'
  where not exists (select from payment_fiscal_receipt f where f.payment_id = new.id and f.kind = new.status)
  on conflict do nothing;
  return null;
end $$;

create trigger receipt_due_paid after update of status on payment for each row
  when (new.status <> old.status and new.status in ('Paid', 'Refunded') and new.system in ('payme', 'payme-card', 'click'))
  execute function receipt_due_add();

-- Settling a payment and writing its receipt follow each other: without the lock neither sees the row of the other, and both rows stay.
create function receipt_due_lock() returns trigger language plpgsql as $$
begin
  perform from payment where id = new.payment_id for no key update;
  return new;
end $$;

create trigger receipt_due_locked before insert on payment_fiscal_receipt for each row execute function receipt_due_lock();

-- A receipt that has come is not awaited any more, nor is one that comes again.
create function receipt_due_drop() returns trigger language plpgsql as $$
begin
  delete from receipt_due where payment_id = new.payment_id and kind = new.kind;
  return null;
end $$;

create trigger receipt_due_came after insert or update on payment_fiscal_receipt for each row execute function receipt_due_drop();

-- What was paid before the triggers. The index of paid payments by their age bounds it.
insert into receipt_due (payment_id, kind, is_reported, since)
select p.id, 'Paid', true, p.paid_at from payment p
where p.status = 'Paid' and p.created_at > now() - interval '8 days' and p.paid_at > now() - interval '7 days' and p.system = 'payme'
  and not exists (select from payment_fiscal_receipt f where f.payment_id = p.id and f.kind = 'Paid')
on conflict do nothing;
