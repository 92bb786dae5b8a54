-- When a choice was paid for although no piece was left; then `sum` is what is left of the donation, as for a piece that is taken. Its creator may give it
-- one that is free again: it is taken then, and missed once more when that is taken back.
alter table reward_choice add column missed_at timestamptz
  check (missed_at is null or (sum is not null and held_until is null and (taken_at is null) = (given_at is null)));

-- Those that were paid before it was marked. Of what a moderator has taken away nothing is missed.
update reward_choice c set missed_at = d.paid_at, held_until = null, held_by = null, held_since = null, is_handed_over = false,
  sum = case p.status when 'Paid' then p.amount - p.refunded else 0 end,
  paid_back_at = case when p.status = 'Refunded' or p.amount - p.refunded < r.price then clock_timestamp() end
from reward r, donation d, payment p
where c.sum is null and r.id = c.reward_id and r.removed_at is null and d.id = c.donation_id and d.paid_at is not null
  and p.reference = c.donation_id and p.status in ('Paid', 'Refunded');
