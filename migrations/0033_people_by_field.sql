-- Fields are proposed and decided again after the commit: none is missed by the rows at the end.
lock table profile_field in share row exclusive mode;

-- People by the states of their fields: one row for all fields of a person in a state, so that people are counted from an index.
create table field_person (
  state text not null,
  user_id uuid not null references creator (user_id),
  primary key (state, user_id)
);

create function field_person_moved() returns trigger language plpgsql as $$
begin
  -- Whoever proposes or decides holds this lock already.
  perform from creator where user_id = coalesce(new.user_id, old.user_id) for no key update;
  if tg_op <> 'INSERT' and not exists (select from profile_field where user_id = old.user_id and state = old.state) then
    delete from field_person where user_id = old.user_id and state = old.state;
  end if;
  if tg_op <> 'DELETE' then
    insert into field_person (state, user_id) values (new.state, new.user_id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger field_person_new after insert or delete on profile_field
  for each row execute function field_person_moved();
create trigger field_person_moved after update on profile_field
  for each row when (old.state <> new.state) execute function field_person_moved();

insert into field_person (state, user_id) select distinct state, user_id from profile_field order by 1, 2;
