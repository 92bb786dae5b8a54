/** Whether a membership `m` has what its level promises now: `isEnjoyed` of the steps in SQL. */
export const isEnjoyed = `(m.state in ('Active', 'Leaving') or m.state = 'Overdue' and m.paid_until is not null)`;

/** Whether the member `m` does not want the messages and posts of the creator. */
export const isMuted =
  'exists (select from membership_mute u where u.person_id = m.person_id and u.project_id = m.project_id)';

/**
 * Whether the month of a membership `m` is paid and runs: besides what `isEnjoyed` asks, it was not refunded as a whole, unless a gifted one still runs, and it
 * is not over if the member has left. `now`: the parameter with the moment.
 */
export const isPaidNow = (now: string) => `${isEnjoyed}
  and (m.state <> 'Leaving' or m.paid_until > ${now}::timestamptz)
  and (m.gifted_until > ${now}::timestamptz
    or not exists (select from membership_charge c where c.membership_id = m.id and c.month = m.months and c.state = 'Refunded'))`;

/**
 * What was paid for the month of a membership `m` that runs, also as a gift. Of months paid ahead this is the first one that is not over; once all are over it is the
 * last one. `now`: the parameter with the moment.
 */
export const paidAmount = (now: string) => `coalesce(m.gifted_amount, (select c.amount from membership_charge c
  where c.membership_id = m.id and c.state = 'Paid' and c.month <= m.months
    and (c.month = m.months or m.paid_until - make_interval(months => m.months - c.month) > ${now}::timestamptz)
  order by c.month limit 1))`;
