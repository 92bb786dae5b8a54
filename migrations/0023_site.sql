-- What the operator says of the site: its brand and how to reach him. Empty: the product's own, or unknown.
create table site_settings (
  id boolean primary key default true check (id),
  name text not null default '' check (length(name) <= 30),
  -- The name of a stored picture.
  logo text not null default '',
  accent text not null default '' check (accent ~ '^(#[0-9a-f]{6})?$'),
  company text not null default '' check (length(company) <= 200),
  email text not null default '' check (length(email) <= 200),
  phone text not null default '' check (length(phone) <= 30),
  telegram text not null default '' check (length(telegram) <= 32),
  address text not null default '' check (length(address) <= 300)
);
insert into site_settings default values;

-- Every version of the operator's texts of a page below /about; the newest is shown. All empty: the product's own texts.
create table site_text (
  id bigint generated always as identity primary key,
  page text not null check (page in ('help', 'fees', 'terms', 'privacy', 'contacts')),
  ru text not null check (length(ru) <= 20000),
  uz text not null check (length(uz) <= 20000),
  en text not null check (length(en) <= 20000),
  saved_at timestamptz not null default now()
);
create index site_text_newest on site_text (page, id desc);

alter table image
  drop constraint image_type_check,
  add constraint image_type_check check (type in ('Avatar', 'Banner', 'Product', 'Alert', 'Logo'));
