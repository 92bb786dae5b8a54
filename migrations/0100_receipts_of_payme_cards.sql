-- Cards by Payme report their fiscal receipts like its page: a missing one is an alarm. Rows of before stay as they are, since nothing could report them.
create or replace function receipt_due_add() returns trigger language plpgsql as $$
begin
  insert into receipt_due (payment_id, kind, is_reported, ask_at)
  select new.id, new.status, new.system in ('payme', 'payme-card'), case when new.system = 'click' and new.status = 'Paid' then clock_timestamp() end
  where not exists (select from payment_fiscal_receipt f where f.payment_id = new.id and f.kind = new.status)
  on conflict do nothing;
  return null;
end $$;
