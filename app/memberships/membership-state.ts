/**
 * The states of a membership (docs/rules.md#memberships) and the allowed transitions.
 *
 * `Pending`: the first month is not paid. `Overdue`: a charge was refused and is tried again. `Paused`: all tries were refused; nothing is
 * charged until the donor resumes. `Leaving`: the donor has left, and the paid month runs out.
 */
export const nextMembershipStates = {
  Pending: ['Active', 'Ended'],
  Active: ['Overdue', 'Leaving', 'Ended'],
  Overdue: ['Active', 'Paused', 'Ended'],
  Paused: ['Active', 'Overdue', 'Ended'],
  Leaving: ['Active', 'Ended'],
  Ended: [],
} as const;

export type MembershipState = keyof typeof nextMembershipStates;

export const membershipStates = [
  'Pending',
  'Active',
  'Overdue',
  'Paused',
  'Leaving',
  'Ended',
] as const satisfies readonly MembershipState[];

/** The states of a member: his first month was paid, and the membership has not ended. A donor has one such membership per creator. */
export const liveStates = ['Active', 'Overdue', 'Paused', 'Leaving'] as const satisfies readonly MembershipState[];

/**
 * The states of a month's charge. `Open`: a payment may be under way. `Waiting`: the next try comes. `Returning`: paid after the end, to be
 * refunded.
 */
export const chargeStates = ['Open', 'Waiting', 'Failed', 'Paid', 'Returning', 'Refunded'] as const;

export type ChargeState = (typeof chargeStates)[number];

/** Why a membership ended. `Unpaid`: the first month was never paid. `Merged`: its month was added to a membership that was there, or it was gifted and its member pays another level. */
export const endReasons = ['Left', 'Unpaid', 'Merged', 'CreatorGone', 'PersonGone', 'StaffStopped'] as const;

export type EndReason = (typeof endReasons)[number];

/** How many times a month is charged before the membership pauses, and the days between the tries: 7 in total. */
export const chargeTries = { most: 3, daysBetween: [3, 4] } as const;

/** How many days before a charge its donor is reminded. */
export const noticeDays = 3;
