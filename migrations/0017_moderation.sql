-- Every decision about a field of a profile and what stood there before it, so that it can be looked up and taken back.
create table field_decision (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references creator (user_id),
  name text not null,
  -- What was decided about, and what the page showed until then.
  value text not null,
  published_before text not null,
  state_before text not null check (state_before in ('Awaiting', 'Confirmed', 'Reject')),
  comment_before text,
  -- When its owner asked for it; null: it was on the page without having been asked for here.
  requested_at timestamptz,
  decision text not null check (decision in ('Confirmed', 'Reject')),
  comment text,
  decided_by uuid not null references person (id),
  decided_at timestamptz not null default now(),
  undone_at timestamptz
);
create index field_decision_user on field_decision (user_id, decided_at desc, id desc);
create index field_decision_decided_at on field_decision (decided_at);
-- Pictures that taking a decision back would bring to the page again.
create index field_decision_picture on field_decision (published_before)
  where name in ('Banner', 'Avatar') and published_before <> '';

-- Moderators see everybody, not only those whom the public list shows, and find hidden names too.
create index creator_everybody_order on creator (order_place, created_at desc, user_id desc);
create index creator_everybody_merchant on creator (order_merchant, created_at desc, user_id desc);
create index creator_blocked on creator (order_place, created_at desc, user_id desc) where is_blocked;
create index creator_everybody_search on creator using gin ((
  ' ' || user_name || ' ' ||
    search_fold(coalesce(given_name, '') || ' ' || coalesce(sur_name, '') || ' ' || coalesce(patronymic, ''))
) gin_trgm_ops);
create index creator_created_at on creator (created_at);
create index person_phone_search on person using gin (phone gin_trgm_ops);

-- Payments by what became of them.
create index payment_paid on payment (created_at desc, id desc) where status = 'Paid';
create index payment_not_paid on payment (created_at desc, id desc) where status in ('Failed', 'Expired');

-- The trail is searched by call, subject and whatever was sent, and read by who acted.
alter table audit add column search_text text not null generated always as (
  ' ' || search_fold(
    call || ' ' || coalesce(subject, '') || ' ' || (input #>> '{}') || ' ' || coalesce(details #>> '{}', '')
  )
) stored;
create index audit_search on audit using gin (search_text gin_trgm_ops);
create index audit_actor on audit (actor_id, created_at desc);
