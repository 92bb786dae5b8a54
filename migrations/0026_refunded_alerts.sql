-- What was given back is shown no second time: alerts that had ended before it carry the reason from now on, as those do that end after it.
update alert set reason = 'refunded'
from donation
where donation.id = alert.pay_id and donation.refunded_at is not null
  and alert.state in ('playing', 'shown', 'skipped', 'uncertain', 'rejected') and alert.reason is distinct from 'refunded';
