-- Order numbers: eight digits that do not reveal how many orders there are. A sequence number is multiplied and shifted modulo a
-- prime, by values drawn at random for each installation.
create sequence order_place;
create table order_number_key (
  id boolean primary key default true check (id),
  factor bigint not null,
  shift bigint not null
);
insert into order_number_key (factor, shift)
  values (10000019 + floor(random() * 80000000)::bigint, floor(random() * 99999989)::bigint);

create function order_number() returns text language sql volatile as $$
  select lpad(((factor * (nextval('order_place') % 99999989) + shift) % 99999989)::text, 8, '0') from order_number_key
$$;

-- Baskets (status 0) and orders; the statuses are those of docs/rules.md#orders. Amounts are minor units.
create table shop_order (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references person (id),
  status smallint not null default 0 check (status between 0 and 8),
  -- Shown to people; assigned when the order is placed.
  number text unique,
  address text,
  pickup_point_id integer references pickup_point (id),
  -- Snapshot of the pickup point from the moment of placing.
  pickup jsonb,
  recipient_name text,
  recipient_phone text,
  -- Sum of the items when placed, without the donation.
  total bigint check (total > 0),
  donation_id uuid unique references donation (id),
  donation_amount bigint not null default 0 check (donation_amount >= 0),
  -- The payment that paid it.
  payment_id uuid,
  -- The member of the staff who requested a refund, and why.
  refund_by uuid references person (id),
  refund_reason text,
  -- When the provider is next asked for the refund; until it is done the order cannot move on.
  refund_next_at timestamptz,
  refund_tries integer not null default 0,
  -- Who requested to cancel an unpaid order while its payment was unknown: it is cancelled once that is known.
  cancel_by uuid references person (id),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  placed_at timestamptz,
  -- An order still unpaid at this time is cancelled.
  pay_until timestamptz,
  -- Names of the items, for the search.
  item_names text not null default '',
  search_text text not null generated always as (
    ' ' || coalesce(number, '') || ' ' || search_fold(
      item_names || ' ' || coalesce(recipient_name, '') || ' ' || coalesce(recipient_phone, '') || ' ' || coalesce(address, '')
    )
  ) stored,
  constraint order_one_delivery check (address is null or pickup_point_id is null),
  constraint order_placed check (
    (status = 0) = (number is null) and (status = 0) = (placed_at is null) and (status = 0) = (total is null)
    and (status = 0 or address is not null or pickup_point_id is not null)
    and (status = 0 or pickup_point_id is null or pickup is not null)
    and (status = 0 or recipient_name is not null and recipient_phone is not null)
  ),
  constraint order_donation check ((donation_id is null) = (donation_amount = 0))
);
-- One open basket per person.
create unique index order_basket on shop_order (user_id) where status = 0;
create index order_placed_at on shop_order (placed_at desc, id desc) where status > 0;
create index order_status on shop_order (status, placed_at desc, id desc) where status > 0;
create index order_user on shop_order (user_id, placed_at desc, id desc) where status > 0;
create index order_pickup on shop_order (pickup_point_id, placed_at desc, id desc) where pickup_point_id is not null;
create index order_unpaid on shop_order (pay_until) where status = 1;
create index order_refunding on shop_order (refund_next_at) where refund_next_at is not null;
create index order_search on shop_order using gin (search_text gin_trgm_ops) where (status > 0);

-- Items. The columns after `quantity` are copied from the product when the order is placed.
create table order_line (
  id bigint generated always as identity primary key,
  order_id uuid not null references shop_order (id) on delete cascade,
  product_id uuid not null references product (id),
  size_id integer,
  color_id integer,
  quantity smallint not null check (quantity between 1 and 99),
  name text,
  image text,
  category_name text,
  description text,
  seller_id uuid references person (id),
  seller_user_name text,
  seller_name text,
  size_name text,
  color_name text,
  price bigint check (price > 0),
  -- The platform's share of price × quantity.
  commission bigint check (commission between 0 and price * quantity),
  -- Pieces taken from the stock when the order was placed: all, or none of a product made to order. As many return. Null: in a basket.
  taken smallint,
  constraint order_line_taken check (taken between 0 and quantity),
  constraint order_line_choice unique nulls not distinct (order_id, product_id, size_id, color_id)
);
create index order_line_product on order_line (product_id);
create index order_line_image on order_line (image) where image is not null;

-- Sellers of the items of a placed order, so that the orders of a creator are a range of an index.
create table order_seller (
  seller_id uuid not null references creator (user_id),
  placed_at timestamptz not null,
  order_id uuid not null references shop_order (id),
  primary key (seller_id, placed_at, order_id)
);
create index order_seller_order on order_seller (order_id);

create table order_step (
  id bigint generated always as identity primary key,
  order_id uuid not null references shop_order (id),
  status smallint not null,
  at timestamptz not null default clock_timestamp(),
  by text not null check (by in ('buyer', 'staff', 'payment', 'clock')),
  user_id uuid references person (id),
  reason text
);
create index order_step_order on order_step (order_id, id);
create index order_step_at on order_step (at) include (status);
create index order_step_paid on order_step (at) include (order_id) where status = 2;

-- Late payments: an order was paid after it had been cancelled, or paid twice. Such money is refunded, retried after growing pauses.
create table order_late_payment (
  payment_id uuid primary key,
  order_id uuid not null references shop_order (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  returned_at timestamptz
);
create index order_late_payment_due on order_late_payment (next_try_at) where returned_at is null;
create index order_late_payment_order on order_late_payment (order_id);

-- How many orders are in each status: the sum of the rows of a status. Writers only add rows, so they never wait for each other; now and
-- then the rows are merged.
create table order_count (
  id bigint generated always as identity primary key,
  status smallint not null,
  total bigint not null
);
create index order_count_status on order_count (status) include (total);

create function order_count_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status > 0 then
    insert into order_count (status, total) values (old.status, -1);
  end if;
  insert into order_count (status, total) values (new.status, 1);
  -- At random: counting the rows first would cost more than merging them.
  if random() < 0.01 then
    with taken as (
      delete from order_count where id in (select id from order_count for update skip locked) returning status, total
    )
    insert into order_count (status, total) select status, sum(total) from taken group by status having sum(total) <> 0;
  end if;
  return null;
end $$;
create trigger order_count_moved after update of status on shop_order
  for each row when (new.status <> old.status) execute function order_count_change();
create trigger order_count_new after insert on shop_order
  for each row when (new.status > 0) execute function order_count_change();

-- Tallied by the hour of the payment; later refunds do not change it.
create function order_tally() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform hour_tally_add('order', old.at, -1, -total) from shop_order where id = old.order_id;
  end if;
  perform hour_tally_add('order', new.at, 1, total) from shop_order where id = new.order_id;
  return null;
end $$;
create trigger order_tally_new after insert on order_step
  for each row when (new.status = 2) execute function order_tally();
create trigger order_tally_moved after update of at on order_step
  for each row when (new.status = 2 and old.at <> new.at) execute function order_tally();

-- Refunds of single lines; the id is that of the partial refund in `payment_refund`.
create table order_refund (
  id uuid primary key,
  order_id uuid not null references shop_order (id),
  -- The member of the staff, and why.
  by uuid references person (id),
  reason text,
  amount bigint not null check (amount > 0),
  -- Nothing had been shipped when it was requested: the pieces return to the stock.
  returns_stock boolean not null,
  state text not null default 'Wanted' check (state in ('Wanted', 'Done', 'Refused')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  check ((state = 'Wanted') = (decided_at is null))
);
create index order_refund_order on order_refund (order_id, created_at);

create table order_refund_line (
  refund_id uuid not null references order_refund (id),
  line_id bigint not null references order_line (id),
  quantity smallint not null check (quantity between 1 and 99),
  amount bigint not null check (amount > 0),
  -- The share of the line's commission that is refunded with the pieces.
  commission bigint not null check (commission between 0 and amount),
  primary key (refund_id, line_id)
);
create index order_refund_line_line on order_refund_line (line_id);
