-- How long the lists of the staff are: of people by one filter, of people by the state of a field, of payouts by their state.
create function lists_of_creator(has_products boolean, is_blocked boolean, is_verified boolean, types smallint[])
returns setof text language sql immutable as $$
  select 'people with products' where has_products
  union all select 'people blocked' where is_blocked
  union all select 'people verified' where is_verified
  union all select distinct 'people of type ' || type from unnest(types) type
$$;

-- Once for each statement: `came` are its new rows, `went` the old ones.
create function creator_lists() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into list_count (list, total) select list, count(*) from (select lists_of_creator(has_products, is_blocked, is_verified, types) as list from came) came group by list;
  elsif tg_op = 'DELETE' then
    insert into list_count (list, total) select list, -count(*) from (select lists_of_creator(has_products, is_blocked, is_verified, types) as list from went) went group by list;
  else
    insert into list_count (list, total)
      select list, sum(part) from (
        select list, 1 as part from (select lists_of_creator(has_products, is_blocked, is_verified, types) as list from came) came
        union all select list, -1 from (select lists_of_creator(has_products, is_blocked, is_verified, types) as list from went) went
      ) change group by list having sum(part) <> 0;
  end if;
  return null;
end $$;
create function field_person_lists() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into list_count (list, total) select list, count(*) from (select 'people with fields ' || state as list from came) came group by list;
  elsif tg_op = 'DELETE' then
    insert into list_count (list, total) select list, -count(*) from (select 'people with fields ' || state as list from went) went group by list;
  else
    insert into list_count (list, total)
      select list, sum(part) from (
        select list, 1 as part from (select 'people with fields ' || state as list from came) came
        union all select list, -1 from (select 'people with fields ' || state as list from went) went
      ) change group by list having sum(part) <> 0;
  end if;
  return null;
end $$;
create function payout_lists() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into list_count (list, total) select list, count(*) from (select 'payouts ' || state as list from came) came group by list;
  elsif tg_op = 'DELETE' then
    insert into list_count (list, total) select list, -count(*) from (select 'payouts ' || state as list from went) went group by list;
  else
    insert into list_count (list, total)
      select list, sum(part) from (
        select list, 1 as part from (select 'payouts ' || state as list from came) came
        union all select list, -1 from (select 'payouts ' || state as list from went) went
      ) change group by list having sum(part) <> 0;
  end if;
  return null;
end $$;

-- What is written waits for the commit, so that no row is missed.
create trigger creator_lists_new after insert on creator referencing new table as came
  for each statement execute function creator_lists();
create trigger creator_lists_moved after update on creator referencing old table as went new table as came
  for each statement execute function creator_lists();
create trigger creator_lists_gone after delete on creator referencing old table as went
  for each statement execute function creator_lists();
create trigger field_person_lists_new after insert on field_person referencing new table as came
  for each statement execute function field_person_lists();
create trigger field_person_lists_gone after delete on field_person referencing old table as went
  for each statement execute function field_person_lists();
create trigger payout_lists_new after insert on payout referencing new table as came
  for each statement execute function payout_lists();
create trigger payout_lists_moved after update on payout referencing old table as went new table as came
  for each statement execute function payout_lists();
create trigger payout_lists_gone after delete on payout referencing old table as went
  for each statement execute function payout_lists();

insert into list_count (list, total)
  select list, count(*) from (
    select 'people with products' as list from creator where has_products
    union all select 'people blocked' from creator where is_blocked
    union all select 'people verified' from creator where is_verified
    union all select 'people with fields ' || state from field_person
    union all select 'payouts ' || state from payout
  ) counted group by list
  union all
  select 'people of type ' || type, count(distinct user_id) from creator, unnest(types) type group by type;
