-- `has_new_card`: another card was saved while a payment with the one before was under way, so that its refusal is no try.
-- `close_at`: when a payment that was under way at the end of its membership is asked about. Null: it is not.
alter table membership_charge
  add column has_new_card boolean not null default false,
  add column close_at timestamptz;
update membership_charge c set close_at = now() from membership m
  where m.id = c.membership_id and m.state = 'Ended' and c.state = 'Open';
create index membership_charge_close on membership_charge (close_at) where close_at is not null;
drop index membership_charge_open;
