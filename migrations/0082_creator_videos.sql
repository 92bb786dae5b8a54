-- What the site of a creator's video says of it. A row goes with the published address, whoever writes that: also servers of the release before.
create table creator_video (
  user_id uuid primary key references creator on delete cascade,
  -- What the rest is about: an answer about an earlier address is dropped.
  address text not null,
  title text check (title <> ''),
  -- A stored picture.
  picture text,
  tries smallint not null default 0 check (tries >= 0),
  -- When the site is asked next, or the lease of who asks ends. Null: it is not asked any more.
  next_at timestamptz default now(),
  -- Of the process that asks.
  lease uuid
);
create index creator_video_due on creator_video (next_at) where next_at is not null;
create index creator_video_picture on creator_video (picture) where picture is not null;

create function note_creator_video() returns trigger language plpgsql as $$
begin
  if new.video is null then
    delete from creator_video where user_id = new.user_id;
  else
    insert into creator_video (user_id, address) values (new.user_id, new.video)
    on conflict (user_id) do update
      set address = excluded.address, title = null, picture = null, tries = 0, next_at = now(), lease = null;
  end if;
  return null;
end $$;
create trigger creator_video_new after insert on creator
  for each row when (new.video is not null) execute function note_creator_video();
create trigger creator_video_changed after update of video on creator
  for each row when (old.video is distinct from new.video) execute function note_creator_video();

insert into creator_video (user_id, address) select user_id, video from creator where video is not null;
