-- Donations are made and paid again after the commit: none is missed by the rows at the end.
lock table donation in share row exclusive mode;

-- A creator's statistics by the hour, so that a period is read without its donations. Both tables follow the donations that count: paid and
-- not refunded. `named`: those of donors with a name.
create table project_hour (
  project_id uuid not null references project,
  hour timestamptz not null,
  count bigint not null,
  amount bigint not null,
  named bigint not null,
  primary key (project_id, hour) include (count, amount, named)
);

-- Donations of a donor who had given to the project before, with the moment of the donation before. The others of donors with a name are
-- their first ones.
create table donor_return (
  project_id uuid not null references project,
  -- Of the donation.
  number bigint not null,
  paid_at timestamptz not null,
  previous_at timestamptz not null,
  primary key (project_id, number) include (paid_at, previous_at)
);

create function project_hour_add(one donation, sign integer) returns void language plpgsql as $$
begin
  insert into project_hour as known (project_id, hour, count, amount, named)
  values (one.project_id, date_trunc('hour', one.paid_at, 'UTC'), sign, sign * one.amount,
    case when one.donor_key = 'anonymous' then 0 else sign end)
  on conflict (project_id, hour) do update
    set count = known.count + excluded.count, amount = known.amount + excluded.amount, named = known.named + excluded.named;
end $$;

-- Finds the return of a donation that counts. The donation before is the row before in `donation_first`: with a comparison for equality, a
-- planner that expects few donors would walk the project's numbers.
create function donor_return_anew(project uuid, donor text, donation_number bigint, at timestamptz) returns void language plpgsql as $$
declare
  previous record;
begin
  select p.donor_key, p.paid_at into previous from donation p
    where p.project_id = project and (p.donor_key, p.number) < (donor, donation_number)
      and p.number is not null and p.refunded_at is null
    order by p.donor_key desc, p.number desc limit 1;
  if previous.donor_key = donor then
    insert into donor_return (project_id, number, paid_at, previous_at) values (project, donation_number, at, previous.paid_at)
      on conflict (project_id, number) do update set paid_at = excluded.paid_at, previous_at = excluded.previous_at;
  else
    delete from donor_return where project_id = project and number = donation_number;
  end if;
end $$;

-- The returns of a donation that begins or ceases to count, and of its donor's next one unless it is the `newest` of the project.
create function donor_return_moved(one donation, is_counted boolean, newest bigint) returns void language plpgsql as $$
declare
  next record;
begin
  if one.donor_key = 'anonymous' then return; end if;
  if is_counted then
    perform donor_return_anew(one.project_id, one.donor_key, one.number, one.paid_at);
  else
    delete from donor_return where project_id = one.project_id and number = one.number;
  end if;
  if one.number = newest then return; end if;
  select n.donor_key, n.number, n.paid_at into next from donation n
    where n.project_id = one.project_id and (n.donor_key, n.number) > (one.donor_key, one.number)
      and n.number is not null and n.refunded_at is null
    order by n.donor_key, n.number limit 1;
  if next.donor_key = one.donor_key then
    perform donor_return_anew(one.project_id, one.donor_key, next.number, next.paid_at);
  end if;
end $$;

create or replace function donation_tally() returns trigger language plpgsql as $$
declare
  newest bigint;
begin
  -- Whoever pays or refunds a donation holds this lock already.
  select last_number into newest from project_total where project_id = coalesce(new.project_id, old.project_id) for no key update;
  if tg_op <> 'INSERT' and old.paid_at is not null and old.refunded_at is null then
    perform hour_tally_add('donation', old.paid_at, -1, -old.amount);
    perform project_hour_add(old, -1);
    if tg_op = 'DELETE' or new.paid_at is distinct from old.paid_at or new.refunded_at is not null then
      perform donor_return_moved(old, false, newest);
    end if;
  end if;
  if tg_op <> 'DELETE' and new.paid_at is not null and new.refunded_at is null then
    perform hour_tally_add('donation', new.paid_at, 1, new.amount);
    perform project_hour_add(new, 1);
    if tg_op = 'INSERT' or new.paid_at is distinct from old.paid_at or old.refunded_at is not null then
      perform donor_return_moved(new, true, newest);
    end if;
  end if;
  return null;
end $$;

insert into project_hour (project_id, hour, count, amount, named)
  select project_id, date_trunc('hour', paid_at, 'UTC'), count(*), sum(amount), count(*) filter (where donor_key <> 'anonymous')
  from donation where number is not null and refunded_at is null group by 1, 2 order by 1, 2;
insert into donor_return (project_id, number, paid_at, previous_at)
  select project_id, number, paid_at, previous_at from (
    select project_id, number, paid_at, lag(paid_at) over (partition by project_id, donor_key order by number) as previous_at
    from donation where number is not null and refunded_at is null and donor_key <> 'anonymous'
  ) returns where previous_at is not null order by 1, 2;
