-- The regions of all supported countries (app/country.ts); ids count within a country.
create table region (
  country text not null,
  id integer not null,
  name text not null,
  primary key (country, id),
  unique (country, name)
);
insert into region (country, id, name)
select 'uz', place, name from unnest(array[
  'город Ташкент', 'Ташкентская область', 'Андижанская область', 'Бухарская область', 'Джизакская область',
  'Кашкадарьинская область', 'Навоийская область', 'Наманганская область', 'Самаркандская область',
  'Сурхандарьинская область', 'Сырдарьинская область', 'Ферганская область', 'Хорезмская область',
  'Республика Каракалпакстан'
]) with ordinality as one (name, place)
union all
select 'kz', place, name from unnest(array[
  'город Астана', 'город Алматы', 'город Шымкент', 'Абайская область', 'Акмолинская область', 'Актюбинская область',
  'Алматинская область', 'Атырауская область', 'Восточно-Казахстанская область', 'Жамбылская область',
  'Жетысуская область', 'Западно-Казахстанская область', 'Карагандинская область', 'Костанайская область',
  'Кызылординская область', 'Мангистауская область', 'Павлодарская область', 'Северо-Казахстанская область',
  'Туркестанская область', 'Улытауская область'
]) with ordinality as one (name, place);

-- Where orders are handed out. Orders store a snapshot and refer to the row, so one in use is closed instead of deleted.
create table pickup_point (
  id integer generated always as identity primary key,
  country text not null,
  region_id integer not null,
  -- A copy, so that one index finds a point by any of its words; regions are never renamed.
  region_name text not null,
  name text not null check (name <> ''),
  address text not null check (address <> ''),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  phone text check (phone ~ '^\d+$'),
  working_hours text,
  comment text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  -- The leading spaces let short words match the beginnings of words.
  search_text text not null generated always as (
    ' ' || search_fold(name) || ' ' || search_fold(address) || ' ' || search_fold(region_name)
  ) stored,
  foreign key (country, region_id) references region (country, id),
  -- Holds the copy of the name to the region.
  foreign key (country, region_name) references region (country, name)
);
create index pickup_point_place on pickup_point (country, is_active, region_id, name, id);
create index pickup_point_search on pickup_point using gin (search_text gin_trgm_ops);
