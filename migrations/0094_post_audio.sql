-- Audio files of posts: at most one each. The bytes stand in the store of pictures (docs/decisions/0071-audio-of-posts.md).
create table post_audio (
  name text primary key check (length(name) = 22),
  -- Who has uploaded it.
  owner_id uuid not null references person,
  -- Null: no post has it, and a day after the upload it is removed.
  post_id uuid unique references post on delete set null,
  media_type text not null check (media_type in ('audio/mpeg', 'audio/mp4', 'audio/ogg')),
  -- Rounded up.
  seconds integer not null check (seconds > 0),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);
create index post_audio_owner on post_audio (owner_id);
create index post_audio_unused on post_audio (created_at) where post_id is null;
