-- Sizes and colours of products. `place` is the order in which they are shown.
create table product_size (
  id integer primary key generated always as identity,
  name text not null unique,
  place integer not null
);
create table product_color (
  id integer primary key generated always as identity,
  name text not null unique,
  hex text not null check (hex ~ '^#[0-9A-F]{6}$'),
  place integer not null
);
insert into product_size (name, place)
  select name, place from unnest(array[
    'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', 'Один размер', '330 мл', '450 мл', 'A6', 'A5', 'A4', 'A3', 'A2', '5 × 5 см', '10 × 10 см'
  ]) with ordinality as one (name, place);
insert into product_color (name, hex, place)
  select name, hex, place from unnest(
    array['Белый', 'Молочный', 'Серый', 'Чёрный', 'Гранатовый', 'Винный', 'Розовый', 'Оранжевый', 'Шафрановый', 'Жёлтый',
      'Зелёный', 'Хвойный', 'Бирюзовый', 'Голубой', 'Синий', 'Индиго', 'Фиолетовый', 'Коричневый', 'Бежевый', 'Хаки'],
    array['#FFFFFF', '#F7EBD8', '#9A9AA0', '#1C1A1B', '#C2334D', '#7D1D33', '#E8899A', '#E2702F', '#E9A23B', '#F2D14B',
      '#2F8F5B', '#17513A', '#2FA7A0', '#7DB7E0', '#2A5FB0', '#2C3E6B', '#6B4A9E', '#6B4630', '#D9C3A0', '#6C6B45']
  ) with ordinality as one (name, hex, place);

create table category (
  id integer primary key generated always as identity,
  name text not null check (name <> ''),
  place integer not null,
  created_at timestamptz not null default now()
);
create unique index category_name on category (lower(name));

create table product (
  id uuid primary key default uuid_v7(),
  name text not null check (name <> ''),
  -- In minor units.
  price bigint not null check (price > 0),
  description text not null default '',
  -- Null once the category of a deleted product is deleted too.
  category_id integer references category (id),
  user_id uuid not null references creator (user_id),
  size_id integer references product_size (id),
  color_id integer references product_color (id),
  size_ids integer[] not null default '{}',
  color_ids integer[] not null default '{}',
  is_active boolean not null default true,
  is_top boolean not null default false,
  -- Null: made to order.
  stock integer check (stock >= 0),
  -- How often orders have changed the stock, in all and before the last edit: saving a stock is refused when the editor has not seen
  -- all of these moves.
  stock_moves integer not null default 0,
  moves_before_edit integer not null default 0,
  -- Copied from the creator by the triggers below, so that the public lists are ranges of indexes.
  is_seller_blocked boolean not null default false,
  -- Rises with each edit.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  -- When the public page last changed, for search engines. Null: never.
  changed_at timestamptz,
  deleted_at timestamptz,
  -- Visible to buyers.
  is_listed boolean not null generated always as (is_active and not is_seller_blocked and deleted_at is null) stored,
  -- The leading space lets short searches match the beginnings of words.
  search_text text not null generated always as (' ' || search_fold(name)) stored,
  constraint product_category check (category_id is not null or deleted_at is not null),
  constraint product_size_offered check (size_id is null or size_id = any (size_ids)),
  constraint product_color_offered check (color_id is null or color_id = any (color_ids))
);
-- The lists of buyers, top products first and then the newest, or by price: all, of a category, of a creator.
create index product_listed on product (is_top desc, created_at desc, id desc) where is_listed;
create index product_listed_category on product (category_id, is_top desc, created_at desc, id desc) where is_listed;
create index product_listed_user on product (user_id, is_top desc, created_at desc, id desc) where is_listed;
create index product_listed_price on product (price, id) where is_listed;
create index product_listed_category_price on product (category_id, price, id) where is_listed;
create index product_listed_user_price on product (user_id, price, id) where is_listed;
-- The lists of moderators.
create index product_managed on product (created_at desc, id desc) where deleted_at is null;
create index product_managed_category on product (category_id, created_at desc, id desc) where deleted_at is null;
create index product_managed_price on product (price, id) where deleted_at is null;
create index product_hidden on product (created_at desc, id desc) where deleted_at is null and not is_active;
create index product_user on product (user_id, created_at desc, id desc);
create index product_category on product (category_id);
create index product_search on product using gin (search_text gin_trgm_ops) where (deleted_at is null);

-- The pictures of a product in their order; those of deleted products stay for old orders.
create table product_image (
  product_id uuid not null references product (id),
  place integer not null,
  image text not null references image (name),
  -- Null: not of one colour.
  color_id integer references product_color (id),
  primary key (product_id, place)
);
create index product_image_image on product_image (image);

-- Locks the creator, so that no product added while he is being blocked stays visible.
create function product_seller() returns trigger language plpgsql as $$
begin
  new.is_seller_blocked := (select is_blocked from creator where user_id = new.user_id for no key update);
  return new;
end $$;
create trigger product_seller before insert or update of user_id on product
  for each row execute function product_seller();

create function creator_blocked_products() returns trigger language plpgsql as $$
begin
  update product set is_seller_blocked = new.is_blocked where user_id = new.user_id;
  return null;
end $$;
create trigger creator_blocked_products after update of is_blocked on creator
  for each row when (old.is_blocked <> new.is_blocked) execute function creator_blocked_products();

-- How many products a list has. `scope`: 0 visible to buyers; 1 active and 2 inactive ones that are not deleted, for moderators.
-- `category_id` 0: all categories; `user_id` of zeros: all creators. Maintained by the triggers below.
create table product_count (
  scope smallint not null,
  category_id integer not null,
  user_id uuid not null,
  total bigint not null,
  primary key (scope, category_id, user_id)
);

create function product_scopes(product) returns setof smallint language sql immutable as $$
  select 0::smallint where $1.is_listed
  union all
  select case when $1.is_active then 1 else 2 end::smallint where $1.deleted_at is null
$$;

-- Counters are locked in one order to avoid deadlocks.
create function product_count_add(changes product_count[]) returns void language sql as $$
  insert into product_count as stored (scope, category_id, user_id, total)
  select change.scope, key.category_id, key.user_id, sum(change.total)
  from unnest(changes) as change cross join lateral (values
    (0, '00000000-0000-0000-0000-000000000000'::uuid), (change.category_id, '00000000-0000-0000-0000-000000000000'),
    (0, change.user_id), (change.category_id, change.user_id)
  ) as key (category_id, user_id)
  group by 1, 2, 3
  having sum(change.total) <> 0
  order by 1, 2, 3
  on conflict (scope, category_id, user_id) do update set total = stored.total + excluded.total
$$;

create function product_count_new() returns trigger language plpgsql as $$
begin
  perform product_count_add(array(
    select row (scope, category_id, user_id, count(*))::product_count
    from (select p.category_id, p.user_id, product_scopes(p) as scope from changed p) as one
    group by scope, category_id, user_id));
  return null;
end $$;
create function product_count_gone() returns trigger language plpgsql as $$
begin
  perform product_count_add(array(
    select row (scope, category_id, user_id, -count(*))::product_count
    from (select p.category_id, p.user_id, product_scopes(p) as scope from changed p) as one
    where category_id is not null
    group by scope, category_id, user_id));
  return null;
end $$;
create function product_count_again() returns trigger language plpgsql as $$
begin
  perform product_count_add(array(
    select row (scope, category_id, user_id, sum(step))::product_count
    from (
      select p.category_id, p.user_id, product_scopes(p) as scope, 1 as step from new_row p
      union all
      select p.category_id, p.user_id, product_scopes(p) as scope, -1 as step from old_row p
    ) as one
    group by scope, category_id, user_id
    having sum(step) <> 0));
  return null;
end $$;
create trigger product_count_new after insert on product
  referencing new table as changed for each statement execute function product_count_new();
create trigger product_count_gone after delete on product
  referencing old table as changed for each statement execute function product_count_gone();
create trigger product_count_again after update on product
  referencing old table as old_row new table as new_row for each statement execute function product_count_again();

-- Counts changes of the stock. An edit raises the revision; any other change of the stock is an order's.
create function product_stock_moved() returns trigger language plpgsql as $$
begin
  if new.revision <> old.revision then
    new.moves_before_edit := old.stock_moves;
  else
    new.stock_moves := old.stock_moves + 1;
  end if;
  return new;
end $$;
create trigger product_stock_moved before update on product
  for each row when (new.revision <> old.revision or new.stock is distinct from old.stock)
  execute function product_stock_moved();

-- The revision rises with each edit, of pictures too; the stock, which every order changes, is ignored.
create trigger product_changed before update on product
  for each row when (
    (old.revision, old.is_active, old.is_seller_blocked, old.deleted_at)
    is distinct from
    (new.revision, new.is_active, new.is_seller_blocked, new.deleted_at))
  execute function note_change();
