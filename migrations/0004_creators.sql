-- What people type in one script finds what is written in the other: Cyrillic (Russian and Uzbek) is folded to Latin
-- letters, case, ё/е and the Uzbek apostrophes make no difference. The same in every locale of the database.
create function search_fold(value text) returns text
language sql immutable strict parallel safe
as $$
  select replace(replace(replace(replace(replace(
    translate(
      lower(value),
      'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЫЭЮЯЎҚҒҲабвгдеёжзийклмнопрстуфхцыэўқғҳЪЬъь''ʻʼ‘’`',
      'abvgdeejziyklmnoprstufxcчшщyeюяoqghabvgdeejziyklmnoprstufxcyeoqgh'),
    'ч', 'ch'), 'ш', 'sh'), 'щ', 'sh'), 'ю', 'yu'), 'я', 'ya')
$$;

-- The public page of a person: confirmed values only. Everybody has one from registration.
create table creator (
  user_id uuid primary key references person (id),
  user_name text not null check (user_name ~ '^[a-z][a-z0-9_.]{2,29}$'),
  given_name text,
  sur_name text,
  patronymic text,
  hide_full_name boolean not null default false,
  types smallint[] not null default '{}',
  avatar text,
  banner text,
  about text,
  ins_link text,
  tg_link text,
  fb_link text,
  youtube_link text,
  twitch_link text,
  twitter_link text,
  web_link text,
  -- 10000: not ranked.
  order_place integer not null default 10000 check (order_place between 0 and 10000),
  order_merchant integer not null default 10000 check (order_merchant between 0 and 10000),
  is_verified boolean not null default false,
  is_blocked boolean not null default false,
  has_products boolean not null default false,
  created_at timestamptz not null default now(),
  is_listed boolean not null generated always as (not is_blocked and cardinality(types) > 0) stored,
  -- A hidden name cannot be found. The leading spaces let short searches match the beginnings of words.
  search_text text not null generated always as (
    ' ' || user_name || ' ' || case when hide_full_name then '' else
      search_fold(coalesce(given_name, '') || ' ' || coalesce(sur_name, '') || ' ' || coalesce(patronymic, ''))
    end
  ) stored,
  constraint creator_user_name unique (user_name),
  -- One creator a place; checked at the end, so that places can be exchanged.
  constraint creator_order_place exclude using btree (order_place with =)
    where (order_place < 10000) deferrable initially deferred,
  constraint creator_order_merchant exclude using btree (order_merchant with =)
    where (order_merchant < 10000) deferrable initially deferred
);
create index creator_avatar on creator (avatar) where avatar is not null;
create index creator_banner on creator (banner) where banner is not null;
create index creator_search on creator using gin (search_text gin_trgm_ops) where (is_listed);

-- What donations are given to; its money goes to the account.
create table project (
  id uuid primary key default uuid_v7(),
  user_id uuid not null unique references creator (user_id),
  account_id uuid not null references account (id),
  created_at timestamptz not null default now()
);
create index project_account on project (account_id);

-- Listed creators once for each of their types, and once under -1 for the whole list: each filter of the public list
-- is a range of an index, in the list's order. Kept by the triggers below.
create table creator_listing (
  type smallint not null,
  user_id uuid not null references creator (user_id),
  has_products boolean not null,
  order_place integer not null,
  order_merchant integer not null,
  created_at timestamptz not null,
  primary key (type, user_id)
);
create index creator_listing_user on creator_listing (user_id);
create index creator_listing_order on creator_listing (type, order_place, created_at desc, user_id desc);
create index creator_listing_merchant on creator_listing (type, order_merchant, created_at desc, user_id desc);
create index creator_listing_products_order
  on creator_listing (type, has_products, order_place, created_at desc, user_id desc);
create index creator_listing_products_merchant
  on creator_listing (type, has_products, order_merchant, created_at desc, user_id desc);

-- How many are listed: the sum of the rows of a type. Rows are added, not changed, so that no two writers wait for
-- each other; they are melted together when there are many.
create table creator_count (
  id bigint generated always as identity primary key,
  type smallint not null,
  has_products boolean not null,
  total bigint not null
);
create index creator_count_type on creator_count (type) include (has_products, total);

create function creator_list_new() returns trigger language plpgsql as $$
begin
  insert into creator_listing (type, user_id, has_products, order_place, order_merchant, created_at)
    select distinct one.type, c.user_id, c.has_products, c.order_place, c.order_merchant, c.created_at
    from new_row c, unnest(c.types || '{-1}'::smallint[]) as one (type)
    where c.is_listed;
  return null;
end $$;

create function creator_list_again() returns trigger language plpgsql as $$
declare
  relisted uuid[] := array(
    select c.user_id from new_row c join old_row o using (user_id)
    where (c.is_listed, c.types, c.has_products) is distinct from (o.is_listed, o.types, o.has_products)
  );
begin
  if cardinality(relisted) > 0 then
    delete from creator_listing where user_id = any(relisted);
    insert into creator_listing (type, user_id, has_products, order_place, order_merchant, created_at)
      select distinct one.type, c.user_id, c.has_products, c.order_place, c.order_merchant, c.created_at
      from new_row c, unnest(c.types || '{-1}'::smallint[]) as one (type)
      where c.is_listed and c.user_id = any(relisted);
  end if;
  update creator_listing l set order_place = c.order_place, order_merchant = c.order_merchant
    from new_row c join old_row o using (user_id)
    where l.user_id = c.user_id
      and (c.order_place, c.order_merchant) is distinct from (o.order_place, o.order_merchant);
  return null;
end $$;

create trigger creator_list_new after insert on creator
  referencing new table as new_row for each statement execute function creator_list_new();
create trigger creator_list_again after update on creator
  referencing old table as old_row new table as new_row for each statement execute function creator_list_again();

create function creator_listing_count() returns trigger language plpgsql as $$
begin
  insert into creator_count (type, has_products, total)
    select type, has_products, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by type, has_products;
  -- Now and then; counting the rows first would cost more than melting them.
  if random() < 0.02 then
    with taken as (
      delete from creator_count where id in (select id from creator_count for update skip locked)
      returning type, has_products, total
    )
    insert into creator_count (type, has_products, total)
      select type, has_products, sum(total) from taken group by type, has_products having sum(total) <> 0;
  end if;
  return null;
end $$;
create trigger creator_listing_added after insert on creator_listing
  referencing new table as changed for each statement execute function creator_listing_count();
create trigger creator_listing_removed after delete on creator_listing
  referencing old table as changed for each statement execute function creator_listing_count();
