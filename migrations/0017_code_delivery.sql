-- How a code was sent, where its sender can be asked what became of it.
alter table sms_sent
  add column sender text,
  add column reference text,
  add column delivery text check (delivery in ('sent', 'delivered', 'read', 'failed')),
  add column asked_at timestamptz;
