-- Order numbers: eight digits that tell nothing of how many orders there are. A number of a sequence is multiplied and
-- shifted within the remainders of a prime, by values that each installation draws for itself.
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

-- A basket (status 0) and what becomes of it; the statuses are those of contract section 10. Amounts are minor units.
create table shop_order (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references person (id),
  status smallint not null default 0 check (status between 0 and 8),
  -- What people call it by; given when it is placed.
  number text unique,
  address text,
  pickup_point_id integer references pickup_point (id),
  -- The pickup point as it was when it was chosen for good.
  pickup jsonb,
  recipient_name text,
  recipient_phone text,
  -- The items, as it was placed; a gift comes on top.
  total bigint check (total > 0),
  gift_id uuid unique references donation (id),
  gift_amount bigint not null default 0 check (gift_amount >= 0),
  -- Of the payment that paid it.
  payment_id uuid,
  -- Who of the staff has asked for the money to be given back, and why.
  refund_by uuid references person (id),
  refund_reason text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  placed_at timestamptz,
  -- Unpaid until then, it is cancelled.
  pay_until timestamptz,
  -- Names of its items, for the search.
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
  constraint order_gift check ((gift_id is null) = (gift_amount = 0))
);
-- One open basket a person.
create unique index order_basket on shop_order (user_id) where status = 0;
create index order_placed_at on shop_order (placed_at desc, id desc) where status > 0;
create index order_status on shop_order (status, placed_at desc, id desc) where status > 0;
create index order_user on shop_order (user_id, placed_at desc, id desc) where status > 0;
create index order_pickup on shop_order (pickup_point_id, placed_at desc, id desc) where pickup_point_id is not null;
create index order_unpaid on shop_order (pay_until) where status = 1;
create index order_search on shop_order using gin (search_text gin_trgm_ops) where (status > 0);

-- Its items. What follows `quantity` is copied when the order is placed, and no later change of the product changes it.
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
  -- The part of price × quantity that the platform keeps.
  commission bigint check (commission between 0 and price * quantity),
  constraint order_line_choice unique nulls not distinct (order_id, product_id, size_id, color_id)
);
create index order_line_product on order_line (product_id);
create index order_line_image on order_line (image) where image is not null;

-- Who sells something of a placed order: the orders of a creator are a range of its index.
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

-- Paid for an order that was cancelled by then, or paid once more: such money goes back.
create table order_stray_payment (
  payment_id uuid primary key,
  order_id uuid not null references shop_order (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now(),
  returned_at timestamptz
);
create index order_stray_due on order_stray_payment (created_at) where returned_at is null;
create index order_stray_order on order_stray_payment (order_id);

-- How many orders are in each status: the sum of the rows of a status. Rows are added, not changed, so that no two writers
-- wait for each other; they are melted together when there are many.
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
  -- Now and then; counting the rows first would cost more than melting them.
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
