/** `isEnjoyed` of the steps in SQL. */
const isEnjoyed = `(m.state in ('Active', 'Leaving') or m.state = 'Overdue' and m.paid_until is not null)`;

/** Whether the member `m` does not want the messages and posts of the creator. */
export const isMuted =
  'exists (select from membership_mute u where u.person_id = m.person_id and u.project_id = m.project_id)';

/**
 * Whether a charge `c` is of the month of a membership `m` that runs, or that ran last, or of one paid ahead. `now`: the parameter with the
 * moment. `slack`: how much longer a month may seem to last, as months of different lengths are counted back from the last one.
 */
const isNotOver = (now: string, slack: string) => `c.membership_id = m.id and c.month <= m.months
    and (c.month = m.months
      or m.paid_until - make_interval(months => m.months - c.month) + interval '${slack}' > ${now}::timestamptz)`;

/**
 * Whether the months of a membership `m` that are not over were refunded as a whole, and no gifted one runs. The last one is asked first, by
 * its key: as a condition that exists the planner would read all refunded ones of the site.
 */
export const isMonthRefunded = (now: string) => `(m.gifted_until is null or m.gifted_until <= ${now}::timestamptz)
  and coalesce((select c.state from membership_charge c where c.membership_id = m.id and c.month = m.months), '') = 'Refunded'
  and not exists (select from membership_charge c where c.state = 'Paid' and ${isNotOver(now, '4 days')})`;

/**
 * Whether a membership `m` has what its level promises now: besides what `isEnjoyed` asks, its month was not refunded, nor is it over if the
 * member has left. The view `member_discount` asks the same.
 */
export const isPaidNow = (now: string) => `${isEnjoyed}
  and (m.state <> 'Leaving' or m.paid_until > ${now}::timestamptz)
  and not (${isMonthRefunded(now)})`;

/**
 * What was paid for the first month of a membership `m` that is not over, also as a gift; once all are over, for the last one. A gift that
 * runs on after its member has paid is worth its level.
 */
const paidAmount = (now: string) => `coalesce(m.gifted_amount,
  (select c.amount from membership_charge c where c.state = 'Paid' and ${isNotOver(now, '0')} order by c.month limit 1),
  (select v.amount from membership_level v where v.id = m.level_id and m.gifted_until > ${now}::timestamptz))`;

/** Whether the level of a membership `m` suffices for a post or chat `p`, whose level is `l`: a price that is only accepted opens nothing yet. */
const suffices = (now: string) =>
  `(p.audience <> 'level' or m.level_id = p.level_id or m.level_id is not null and ${paidAmount(now)} >= l.amount)`;

/** Whether a membership `m` is one of those that a post or chat `p`, whose level is `l`, is open to. */
export const isForMember = (now: string) => `m.project_id = p.project_id and ${suffices(now)} and ${isPaidNow(now)}`;
