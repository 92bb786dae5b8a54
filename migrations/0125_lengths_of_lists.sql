-- How long the lists of the staff are: of people by one filter, of people by the state of a field, of payouts by their state. From here on
-- their changes are counted; what was there before is counted by a later migration, which keeps no writer waiting.
create function lists_of_creator(has_products boolean, is_blocked boolean, is_verified boolean, types smallint[])
returns setof text language sql immutable as $$
  select 'people with products' where has_products
  union all select 'people blocked' where is_blocked
  union all select 'people verified' where is_verified
  union all select distinct 'people of type ' || type from unnest(types) type
$$;

-- Of a row that comes there is no old one, and of one that goes no new one: the columns are null.
create function creator_lists() returns trigger language plpgsql as $$
begin
  insert into list_count (list, total)
    select list, sum(part) from (
      select lists_of_creator(new.has_products, new.is_blocked, new.is_verified, new.types) as list, 1 as part
      union all select lists_of_creator(old.has_products, old.is_blocked, old.is_verified, old.types), -1
    ) change group by list having sum(part) <> 0;
  return null;
end $$;
create trigger creator_lists_new after insert or delete on creator for each row execute function creator_lists();
create trigger creator_lists_moved after update on creator for each row when (
  (old.has_products, old.is_blocked, old.is_verified, old.types) is distinct from (new.has_products, new.is_blocked, new.is_verified, new.types))
  execute function creator_lists();

-- A row is in the list that its state names after the trigger's words.
create function count_by_state() returns trigger language plpgsql as $$
begin
  insert into list_count (list, total)
    select tg_argv[0] || state, part from (values (new.state, 1), (old.state, -1)) change (state, part) where state is not null;
  return null;
end $$;
create trigger field_person_lists after insert or delete on field_person
  for each row execute function count_by_state('people with fields ');
create trigger payout_lists after insert or delete on payout for each row execute function count_by_state('payouts ');
create trigger payout_lists_moved after update on payout
  for each row when (old.state <> new.state) execute function count_by_state('payouts ');

-- A search of orders by people is asked again once somebody has come, or has another name or phone.
create trigger creator_names_changed
  after insert or delete or update of user_name, given_name, sur_name, patronymic, hide_full_name on creator
  for each statement execute function count_change();
create trigger person_phone_changed after update of phone on person
  for each statement execute function count_change();
