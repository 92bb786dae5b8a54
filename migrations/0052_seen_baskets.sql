-- How a session was last shown each basket, so that a payment without a version pays nothing else.
create table basket_seen (
  session_id uuid references session on delete cascade,
  order_id uuid references shop_order on delete cascade,
  version text not null,
  primary key (session_id, order_id)
);
create index basket_seen_order on basket_seen (order_id);
