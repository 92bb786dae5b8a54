-- What makes a public page its creator's own. Words of thanks and the video are reviewed; the rest is public at once.
alter table creator
  add column accent text check (accent ~ '^#[0-9a-f]{6}$'),
  -- One of the platform's ikat patterns. Null: by the user name.
  add column pattern smallint check (pattern between 1 and 12),
  add column video text,
  add column thanks_text text,
  -- The page does not say that he is streaming.
  add column hide_live boolean not null default false;

alter table profile_field
  drop constraint profile_field_name_check,
  add constraint profile_field_name_check check (name in ('UserType', 'Banner', 'Avatar', 'About', 'InsLink', 'TgLink', 'FbLink',
    'YoutubeLink', 'TwitchLink', 'TwitterLink', 'WebLink', 'Video', 'ThanksText'));

drop trigger creator_changed on creator;
create trigger creator_changed before update on creator
  for each row when (
    (old.user_name, old.given_name, old.sur_name, old.patronymic, old.hide_full_name, old.types, old.avatar, old.banner, old.about,
      old.ins_link, old.tg_link, old.fb_link, old.youtube_link, old.twitch_link, old.twitter_link, old.web_link, old.is_verified,
      old.is_blocked, old.accent, old.pattern, old.video)
    is distinct from
    (new.user_name, new.given_name, new.sur_name, new.patronymic, new.hide_full_name, new.types, new.avatar, new.banner, new.about,
      new.ins_link, new.tg_link, new.fb_link, new.youtube_link, new.twitch_link, new.twitter_link, new.web_link, new.is_verified,
      new.is_blocked, new.accent, new.pattern, new.video))
  execute function note_change();
