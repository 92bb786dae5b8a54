-- Codes that take a percentage or a sum off items. Amounts are minor units.
create table promo_code (
  id bigint generated always as identity primary key,
  -- In capitals, as it is looked for.
  code text not null unique check (code = upper(code)),
  percent smallint check (percent between 1 and 90),
  amount bigint check (amount > 0),
  -- Only things of this creator; null: of all.
  seller_id uuid references creator (user_id),
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  -- How many orders may use it, in all and of one person; null: any number.
  most integer check (most > 0),
  most_each integer check (most_each > 0),
  -- The least sum of the items that it may be taken off.
  min_total bigint not null default 0 check (min_total >= 0),
  is_active boolean not null default true,
  -- Orders that use it, without cancelled ones; `promo_use` names them.
  used integer not null default 0 check (used >= 0 and used <= most),
  created_at timestamptz not null default now(),
  constraint promo_code_takes_off check ((percent is null) <> (amount is null))
);
create index promo_code_seller on promo_code (seller_id) where seller_id is not null;

create table promo_use (
  order_id uuid primary key references shop_order (id),
  promo_code_id bigint not null references promo_code (id),
  user_id uuid not null references person (id),
  created_at timestamptz not null default now()
);
create index promo_use_person on promo_use (promo_code_id, user_id);
create index promo_use_user on promo_use (user_id);

-- What was taken off the line, all its pieces together: it brings price × quantity − discount.
alter table order_line add column discount bigint not null default 0;
alter table order_line add constraint order_line_discount
  check (discount >= 0 and (discount = 0 or discount <= (price - 1) * quantity)) not valid;
alter table order_line validate constraint order_line_discount;

-- The code as the buyer typed it, copied when the order is placed.
alter table shop_order add column promo_code text;
