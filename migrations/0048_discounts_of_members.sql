-- What members of a level get off the creator's merch, in per cent.
alter table membership_level add column discount_percent smallint not null default 0 check (discount_percent between 0 and 90);

-- What a person gets off the merch of whom, while a membership has what its level promises. Orders read it.
create view member_discount as
  select m.person_id, p.user_id as seller_id, l.discount_percent as percent
  from membership m join membership_level l on l.id = m.level_id join project p on p.id = m.project_id
  where (m.state in ('Active', 'Leaving') or m.state = 'Overdue' and m.paid_until is not null) and l.discount_percent > 0;
