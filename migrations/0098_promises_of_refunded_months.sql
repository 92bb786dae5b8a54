-- What a person gets off the merch of whom, while a membership has what its level promises: 0 for a member whose level takes nothing off, or who has none. Orders
-- read it; whoever is not in it is no member. A month that was refunded as a whole promises nothing any more, as posts say of it (`isPaidNow` in membership-conditions.server.ts).
create or replace view member_discount as
  select m.person_id, p.user_id as seller_id, coalesce(l.discount_percent, 0::smallint) as percent
  from membership m left join membership_level l on l.id = m.level_id join project p on p.id = m.project_id
  where (m.state in ('Active', 'Leaving') or m.state = 'Overdue' and m.paid_until is not null)
    and (m.state <> 'Leaving' or m.paid_until > now())
    and not ((m.gifted_until is null or m.gifted_until <= now())
      and coalesce((select c.state from membership_charge c where c.membership_id = m.id and c.month = m.months), '') = 'Refunded'
      and not exists (select from membership_charge c where c.state = 'Paid' and c.membership_id = m.id and c.month <= m.months
        and (c.month = m.months or m.paid_until - make_interval(months => m.months - c.month) + interval '4 days' > now())));
