-- Whether only those who support its creator monthly may buy it.
alter table product add column is_for_members boolean not null default false;

-- What a person gets off the merch of whom, while a membership has what its level promises: 0 for a member whose level takes nothing off, or who has none. Orders
-- read it; whoever is not in it is no member.
create or replace view member_discount as
  select m.person_id, p.user_id as seller_id, coalesce(l.discount_percent, 0::smallint) as percent
  from membership m left join membership_level l on l.id = m.level_id join project p on p.id = m.project_id
  where m.state in ('Active', 'Leaving') or m.state = 'Overdue' and m.paid_until is not null;
