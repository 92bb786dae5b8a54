-- What delivery costs and how many days it takes: by default (region_id null) and in single regions. Without a row it is free and promises
-- no day. Amounts are minor units.
create table delivery_rate (
  id integer generated always as identity primary key,
  country text not null,
  way text not null check (way in ('pickUp', 'address')),
  region_id integer,
  price bigint not null check (price >= 0),
  -- From this sum of the items on it is free; null: never.
  free_from bigint check (free_from > 0),
  days_from smallint check (days_from between 0 and 365),
  days_to smallint check (days_to between days_from and 365),
  constraint delivery_rate_days check ((days_from is null) = (days_to is null)),
  constraint delivery_rate_place unique nulls not distinct (country, way, region_id),
  foreign key (country, region_id) references region (country, id)
);

-- Copied from the rate when the order is placed; `total` contains the price.
alter table shop_order
  add column delivery_price bigint not null default 0,
  add column delivery_from date,
  add column delivery_to date,
  add constraint order_delivery check (
    delivery_price >= 0 and (delivery_from is null) = (delivery_to is null) and delivery_from <= delivery_to
  ) not valid;
alter table shop_order validate constraint order_delivery;
