-- Uploaded pictures. Their bytes are in the image store under their names.
create table image (
  name text primary key check (name ~ '^[A-Za-z0-9_-]{22}$'),
  type text not null check (type in ('Avatar', 'Banner', 'Product', 'Alert')),
  -- Null: part of the demo world.
  owner_id uuid references person,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  has_alpha boolean not null,
  -- A few hundred bytes as a data URI, shown blurred until the picture has loaded.
  placeholder text not null,
  created_at timestamptz not null default now()
);
create index image_owner on image (owner_id) where owner_id is not null;
