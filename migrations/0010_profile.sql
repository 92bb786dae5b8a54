-- What people ask to have on their public page, and what a moderator said to it; the confirmed values themselves stand in
-- `creator`. No row: the value of the page has never been asked for here, or the wish was taken back.
create table profile_field (
  user_id uuid not null references creator (user_id),
  name text not null check (name in ('UserType', 'Banner', 'Avatar', 'About', 'InsLink', 'TgLink', 'FbLink',
    'YoutubeLink', 'TwitchLink', 'TwitterLink', 'WebLink')),
  value text not null,
  state text not null check (state in ('Awaiting', 'Confirmed', 'Reject')),
  -- Why it was rejected, for the owner.
  comment text,
  requested_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references person (id),
  primary key (user_id, name),
  check ((state = 'Awaiting') = (decided_at is null)),
  check (comment is null or state = 'Reject')
);
create index profile_field_state on profile_field (state, requested_at, user_id);
-- Pictures that wait for a moderator must not be swept.
create index profile_field_picture on profile_field (value) where name in ('Banner', 'Avatar');

-- So must the pictures of alerts.
create index widget_settings_image on widget_settings ((alert ->> 'image')) where alert ->> 'image' is not null;
