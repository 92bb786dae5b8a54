-- Receipts that a system makes on request.
alter table receipt_due
  -- When the system is asked again; null: it is not asked.
  add column ask_at timestamptz,
  -- How often it was asked since the last change, for growing waits.
  add column asks integer not null default 0 check (asks >= 0),
  -- When our lines were sent, which is done once: an answer may be lost, and a second receipt would be wrong. Null: not yet, or they were refused.
  add column submitted_at timestamptz;

create or replace function receipt_due_add() returns trigger language plpgsql as $$
begin
  insert into receipt_due (payment_id, kind, is_reported, ask_at)
  select new.id, new.status, new.system = 'payme', case when new.system = 'click' and new.status = 'Paid' then clock_timestamp() end
  where not exists (select from payment_fiscal_receipt f where f.payment_id = new.id and f.kind = new.status)
  on conflict do nothing;
  return null;
end $$;

-- Payments of the last week are asked about, too.
update receipt_due d set ask_at = now() from payment p
where p.id = d.payment_id and p.system = 'click' and d.kind = 'Paid' and d.since > now() - interval '7 days';
