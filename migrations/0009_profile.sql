-- Values that people propose for their public page and the moderators' decisions; confirmed values are copied to `creator`. No row:
-- nothing was ever proposed, or the proposal was withdrawn.
create table profile_field (
  user_id uuid not null references creator (user_id),
  name text not null check (name in ('UserType', 'Banner', 'Avatar', 'About', 'InsLink', 'TgLink', 'FbLink',
    'YoutubeLink', 'TwitchLink', 'TwitterLink', 'WebLink')),
  value text not null,
  state text not null check (state in ('Awaiting', 'Confirmed', 'Reject')),
  -- Why it was rejected, for its owner.
  comment text,
  requested_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references person (id),
  primary key (user_id, name),
  check ((state = 'Awaiting') = (decided_at is null)),
  check (comment is null or state = 'Reject')
);
create index profile_field_state on profile_field (state, requested_at, user_id);
-- Finds pictures that wait for a decision, which must not be swept.
create index profile_field_picture on profile_field (value) where name in ('Banner', 'Avatar');

-- Every decision about a profile field with the values before it, so that it can be looked up and undone.
create table field_decision (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references creator (user_id),
  name text not null,
  -- The proposed value, and the value on the page until then.
  value text not null,
  published_before text not null,
  state_before text not null check (state_before in ('Awaiting', 'Confirmed', 'Reject')),
  comment_before text,
  -- When its owner proposed it; null: it was on the page without a proposal.
  requested_at timestamptz,
  decision text not null check (decision in ('Confirmed', 'Reject')),
  comment text,
  decided_by uuid not null references person (id),
  decided_at timestamptz not null default now(),
  undone_at timestamptz
);
create index field_decision_user on field_decision (user_id, decided_at desc, id desc);
-- The median time of a decision is read from this index alone.
create index field_decision_decided_at on field_decision (decided_at) include (requested_at)
  where undone_at is null and requested_at is not null;
-- Finds pictures that undoing a decision would restore.
create index field_decision_picture on field_decision (published_before)
  where name in ('Banner', 'Avatar') and published_before <> '';
