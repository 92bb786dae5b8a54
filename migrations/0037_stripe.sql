-- Events of Stripe that were handled, by its ids, so that none is handled twice. Stripe repeats an event for at most three days.
create table stripe_event (
  id text primary key,
  received_at timestamptz not null default now()
);
create index stripe_event_received on stripe_event (received_at);
