-- A stream that several creators give together: what is donated on the page of one of them is shared by all.
create table joint_stream (
  id uuid primary key,
  host_project_id uuid not null references project,
  title text not null check (length(title) between 1 and 160),
  -- What its members have agreed to; it rises with each change of that, and where one of them leaves.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  -- It ends by itself, so that nobody shares the money of tomorrow by mistake.
  ends_at timestamptz check ((ends_at is null) = (started_at is null)),
  -- Null: it has not ended, or its time is over and no job has noted that yet.
  ended_at timestamptz,
  -- Why a moderator has ended it.
  removed_for text check (length(removed_for) <= 600 and (removed_for is null or ended_at is not null))
);
create index joint_stream_host on joint_stream (host_project_id) where started_at is null and ended_at is null;
create index joint_stream_over on joint_stream (ends_at) where ended_at is null and ends_at is not null;

create table joint_member (
  joint_id uuid not null references joint_stream,
  project_id uuid not null references project,
  -- What it has of each donation; those who have left are shared out in proportion.
  percent integer not null check (percent between 1 and 99),
  agreed_at timestamptz,
  declined_at timestamptz check (declined_at is null or agreed_at is null),
  left_at timestamptz,
  is_sharing boolean not null default false check (not is_sharing or (agreed_at is not null and left_at is null)),
  primary key (joint_id, project_id)
);
create index joint_member_project on joint_member (project_id, joint_id);
-- Nobody shares in two streams at once.
create unique index joint_member_sharing on joint_member (project_id) where is_sharing;

-- The projects that share now. Areas that joint streams use may read it.
create view joint_now as
  select m.project_id from joint_member m join joint_stream s on s.id = m.joint_id
  where m.is_sharing and s.ended_at is null and s.ends_at > statement_timestamp();

-- The part of each creator is a donation of its own. All of them have the stream and the whole sum that was paid, less what was refunded of it until nothing of
-- the part was left; those of the others name the one that was given (`joint_of`), which belongs to the page on which it was given.
alter table donation
  add column joint_id uuid references joint_stream,
  add column joint_of uuid references donation,
  add column joint_amount bigint,
  add constraint donation_joint check ((joint_id is null) = (joint_amount is null) and (joint_of is null or joint_id is not null)
    and joint_amount >= amount and joint_of <> id and (joint_id is null or membership_id is null and gifted_months is null)) not valid;

-- What the members of a stream have of its donations, without refunds. Areas that donations use may read it.
create view joint_income as
  select joint_id, project_id, sum(amount)::bigint as amount, count(*) as count from donation
  where joint_id is not null and number is not null and refunded_at is null group by joint_id, project_id;

-- For the figures of the site a shared donation is one: its parts add their sums alone.
create or replace function donation_tally() returns trigger language plpgsql as $$
declare
  newest bigint;
begin
  -- Whoever pays or refunds a donation holds this lock already.
  select last_number into newest from project_total where project_id = coalesce(new.project_id, old.project_id) for no key update;
  if tg_op <> 'INSERT' and old.paid_at is not null and old.refunded_at is null then
    perform hour_tally_add('donation', old.paid_at, -(old.joint_of is null)::integer, -old.amount);
    perform project_hour_add(old, -1);
    if tg_op = 'DELETE' or new.paid_at is distinct from old.paid_at or new.refunded_at is not null then
      perform donor_return_moved(old, false, newest);
    end if;
  end if;
  if tg_op <> 'DELETE' and new.paid_at is not null and new.refunded_at is null then
    perform hour_tally_add('donation', new.paid_at, (new.joint_of is null)::integer, new.amount);
    perform project_hour_add(new, 1);
    if tg_op = 'INSERT' or new.paid_at is distinct from old.paid_at or old.refunded_at is not null then
      perform donor_return_moved(new, true, newest);
    end if;
  end if;
  return null;
end $$;
