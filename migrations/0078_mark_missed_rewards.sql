-- Those that were paid before it was marked. Of what a moderator has taken away nothing is missed.
update reward_choice c set missed_at = d.paid_at, held_until = null, held_by = null, held_since = null, is_handed_over = false,
  sum = case p.status when 'Paid' then p.amount - p.refunded else 0 end,
  paid_back_at = case when p.status = 'Refunded' or p.amount - p.refunded < r.price then clock_timestamp() end
from reward r, donation d, lateral (
  select status, amount, refunded from payment
  where reference = d.id and kind = 'donation' and status in ('Paid', 'Refunded') order by created_at desc limit 1
) p
where c.sum is null and r.id = c.reward_id and r.removed_at is null and d.id = c.donation_id and d.paid_at is not null;
