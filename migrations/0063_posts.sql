-- What creators publish for everyone, for their members, or for those of a level and of dearer ones. Moments are of the product's clock.
create table post (
  id uuid primary key default uuid_v7(),
  project_id uuid not null references project,
  title text not null check (length(title) between 1 and 120),
  -- What those see who may not read it.
  teaser text not null check (length(teaser) <= 300),
  text text not null check (length(text) <= 20000),
  -- Names of pictures of the type `Post`.
  pictures text[] not null check (cardinality(pictures) <= 10),
  video text check (length(video) between 1 and 500),
  audience text not null check (audience in ('everyone', 'members', 'level')),
  -- The least level of the audience `level`.
  level_id uuid references membership_level,
  -- Counts the saves.
  version bigint not null default 1,
  -- Null: a draft.
  published_at timestamptz,
  -- Stays when the post becomes a draft again: the staff may remove it then, too.
  first_published_at timestamptz,
  -- Notices of the publication are enqueued up to this member; both null: for nobody yet.
  reached_since timestamptz,
  reached_id uuid,
  -- When they were enqueued for all, or it was decided that nobody gets one: never again.
  enqueued_at timestamptz,
  -- When and why the staff removed it.
  removed_at timestamptz,
  removed_reason text check (length(removed_reason) <= 300),
  created_at timestamptz not null,
  check ((audience = 'level') = (level_id is not null)),
  check (published_at is null or first_published_at is not null),
  check ((removed_at is null) = (removed_reason is null))
);
create index post_published on post (project_id, published_at desc, id desc) where published_at is not null;
create index post_own on post (project_id, created_at desc, id desc);
create index post_newest on post (published_at desc, id desc) where published_at is not null;
create index post_waiting on post (published_at) where published_at is not null and enqueued_at is null;
create index post_pictures on post using gin (pictures);
create index post_level on post (level_id) where level_id is not null;

-- How many posts of a creator members were notified of on the last day that had one. Deleting a post gives none back.
create table post_notice_day (
  project_id uuid primary key references project,
  day date not null,
  posts integer not null check (posts > 0)
);

-- Whether there are posts to be seen.
alter table creator add column has_posts boolean not null default false;

-- Pictures of posts are sent by the post's own call alone, to those who may read it.
alter table image
  drop constraint image_type_check,
  add constraint image_type_check check (type in ('Avatar', 'Banner', 'Product', 'Alert', 'Logo', 'Level', 'Post'));
