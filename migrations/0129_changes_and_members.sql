-- A search of orders by people is asked again once somebody has come, or has another name or phone.
create trigger creator_names_changed
  after insert or delete or update of user_name, given_name, sur_name, patronymic on creator
  for each statement execute function count_change();
create trigger person_phone_changed after update of phone on person
  for each statement execute function count_change();

-- A creator's search among donations is asked again once there is another donation of the project, or others are worded anew.
create trigger donation_words_changed after update on donation
  for each row when (
    old.number is not null and (old.name, old.message, old.is_anonymous) is distinct from (new.name, new.message, new.is_anonymous))
  execute function count_change();
create trigger donation_gone after delete on donation
  for each row when (old.number is not null) execute function count_change();

-- What happened to all memberships by the calendar month, tallied at its beginning: paid months with their sum, and who came and left.
create function membership_month_tally() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform hour_tally_add('paid months', month::timestamp at time zone 'UTC', -sum(charges)::bigint, -sum(recurring)::bigint),
      hour_tally_add('members', month::timestamp at time zone 'UTC', -sum(started)::bigint, -sum(ended)::bigint)
    from went group by month;
  end if;
  perform hour_tally_add('paid months', month::timestamp at time zone 'UTC', sum(charges)::bigint, sum(recurring)::bigint),
    hour_tally_add('members', month::timestamp at time zone 'UTC', sum(started)::bigint, sum(ended)::bigint)
  from came group by month;
  return null;
end $$;
create trigger membership_month_tally_new after insert on membership_month referencing new table as came
  for each statement execute function membership_month_tally();
create trigger membership_month_tally_moved after update on membership_month referencing old table as went new table as came
  for each statement execute function membership_month_tally();

-- How many memberships of all projects are in a state, and the sum of their amounts.
create function membership_count_lists() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into list_count (list, total)
      select list, sum(part) from (
        select 'members ' || state as list, members as part from came union all select 'members ' || state, -members from went
        union all select 'sum of members ' || state, amount from came union all select 'sum of members ' || state, -amount from went
      ) change group by list having sum(part) <> 0;
  else
    insert into list_count (list, total)
      select 'members ' || state, sum(members) from came group by state
      union all select 'sum of members ' || state, sum(amount) from came group by state;
  end if;
  return null;
end $$;
create trigger membership_count_lists_new after insert on membership_count referencing new table as came
  for each statement execute function membership_count_lists();
create trigger membership_count_lists_moved after update on membership_count referencing old table as went new table as came
  for each statement execute function membership_count_lists();

-- Who writes meanwhile waits for the triggers above.
insert into hour_tally_fresh (kind, hour, count, amount)
  select 'paid months', month::timestamp at time zone 'UTC', sum(charges), sum(recurring) from membership_month group by month
  union all select 'members', month::timestamp at time zone 'UTC', sum(started), sum(ended) from membership_month group by month;
insert into list_count (list, total)
  select 'members ' || state, sum(members) from membership_count group by state
  union all select 'sum of members ' || state, sum(amount) from membership_count group by state;
