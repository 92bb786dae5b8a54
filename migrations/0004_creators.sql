-- The public page of a person: confirmed values only. Every person has one from registration on.
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
  -- When the public page last changed, for search engines. Null: never.
  changed_at timestamptz,
  is_listed boolean not null generated always as (not is_blocked and cardinality(types) > 0) stored,
  -- A hidden name cannot be found. The leading spaces let short searches match the beginnings of words.
  search_text text not null generated always as (
    ' ' || user_name || ' ' || case when hide_full_name then '' else
      search_fold(coalesce(given_name, '') || ' ' || coalesce(sur_name, '') || ' ' || coalesce(patronymic, ''))
    end
  ) stored,
  -- The staff finds hidden names too.
  everybody_text text not null generated always as (
    ' ' || user_name || ' ' ||
      search_fold(coalesce(given_name, '') || ' ' || coalesce(sur_name, '') || ' ' || coalesce(patronymic, ''))
  ) stored,
  constraint creator_user_name unique (user_name),
  -- One creator per place; deferred, so that places can be swapped.
  constraint creator_order_place exclude using btree (order_place with =)
    where (order_place < 10000) deferrable initially deferred,
  constraint creator_order_merchant exclude using btree (order_merchant with =)
    where (order_merchant < 10000) deferrable initially deferred
);
create index creator_avatar on creator (avatar) where avatar is not null;
create index creator_banner on creator (banner) where banner is not null;
create index creator_search on creator using gin (search_text gin_trgm_ops) where (is_listed);
create index creator_types on creator using gin (types);
create index creator_created_at on creator (created_at);
-- The lists of the staff, who see all people.
create index creator_everybody_order on creator (order_place, created_at desc, user_id desc);
create index creator_everybody_merchant on creator (order_merchant, created_at desc, user_id desc);
create index creator_everybody_search on creator using gin (everybody_text gin_trgm_ops);
create index creator_blocked on creator (order_place, created_at desc, user_id desc) where is_blocked;
create index creator_verified on creator (order_place, created_at desc, user_id desc) where is_verified;

create trigger creator_changed before update on creator
  for each row when (
    (old.user_name, old.given_name, old.sur_name, old.patronymic, old.hide_full_name, old.types, old.avatar, old.banner, old.about,
      old.ins_link, old.tg_link, old.fb_link, old.youtube_link, old.twitch_link, old.twitter_link, old.web_link, old.is_verified,
      old.is_blocked)
    is distinct from
    (new.user_name, new.given_name, new.sur_name, new.patronymic, new.hide_full_name, new.types, new.avatar, new.banner, new.about,
      new.ins_link, new.tg_link, new.fb_link, new.youtube_link, new.twitch_link, new.twitter_link, new.web_link, new.is_verified,
      new.is_blocked))
  execute function note_change();

-- People by the hour of their registration, and those of them whom the public list shows.
create function person_tally() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform hour_tally_add('person', new.created_at, 1, 0); end if;
  if tg_op = 'UPDATE' and old.is_listed then perform hour_tally_add('listed_person', old.created_at, -1, 0); end if;
  if new.is_listed then perform hour_tally_add('listed_person', new.created_at, 1, 0); end if;
  return null;
end $$;
create trigger person_tally_new after insert on creator for each row execute function person_tally();
create trigger person_tally_moved after update on creator
  for each row when (old.is_listed <> new.is_listed) execute function person_tally();

-- What donations are given to; the money goes to the account.
create table project (
  id uuid primary key default uuid_v7(),
  user_id uuid not null unique references creator (user_id),
  account_id uuid not null references account (id),
  created_at timestamptz not null default now()
);
create index project_account on project (account_id);

-- Listed creators, once for each of their types and once under -1 for the whole list, so that each filter of the public list is a range
-- of an index in the list's order. Maintained by the triggers below.
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

-- How many are listed: the sum of the rows of a type. Writers only add rows, so they never wait for each other; now and then the
-- rows are merged.
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
  -- At random: counting the rows first would cost more than merging them.
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
