-- Donors may suggest options of a vote. Each of them is an option that waits for its creator, so that what is paid for it counts from the moment in
-- which it is accepted.
alter table vote add column takes_suggestions boolean not null default false;

alter table vote_option
  -- Merged: it is the same as another option, for which its donations count.
  add column state text not null default 'offered' check (state in ('offered', 'waiting', 'declined', 'merged')),
  -- As what donors type is compared; null: its creator has written it. A suggestion that is not offered is hidden, so that the release before shows it nowhere.
  add column folded text check (length(folded) between 1 and 240),
  add column same_as integer,
  -- Why a moderator has declined it.
  add column declined_for text check (length(declined_for) <= 600),
  add constraint vote_option_state check ((state = 'merged') = (same_as is not null) and (declined_for is null or state = 'declined')
    and (state = 'offered' or folded is not null and is_hidden)),
  add constraint vote_option_same foreign key (vote_id, same_as) references vote_option;

-- The suggestion that its donor has made; null: the donor has chosen what was offered. It counts for the option `number`.
alter table vote_choice
  add column suggested integer,
  add constraint vote_choice_suggested foreign key (vote_id, suggested) references vote_option not valid;
