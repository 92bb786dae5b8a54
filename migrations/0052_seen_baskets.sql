-- The basket that a session was last shown, so that a payment without a version pays nothing else.
create table basket_seen (
  session_id uuid primary key references session on delete cascade,
  order_id uuid not null references shop_order on delete cascade,
  version text not null
);
create index basket_seen_order on basket_seen (order_id);
