import { z } from 'zod';
import { get, nothing, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { givenReason } from '#base/calls/reason-wire.ts';
import { askedMonths, membersByMonth } from './members.calls.ts';
import { membershipMoved } from './membership-failures.ts';
import { instant, membershipState } from './membership-shapes.ts';

const chosen = z.strictObject({ membershipId: wireId });

/** Monthly support for the staff (docs/rules.md#memberships). */
export const staffMembershipsCalls = {
  /** What `Membership/Revenue` says of one creator, of all of them together (docs/rules.md#memberships). */
  staffRevenue: get('Moderator/MembershipRevenue', {
    summary: 'Recurring revenue and churn of the site by month',
    access: 'moderator',
    query: askedMonths,
    answer: membersByMonth,
    errors: [],
  }),
  /**
   * Memberships in a state, newest first. `UserId`: only those of this donor or to this creator. `After`: the `next` of the page before.
   * `refusal`: the code of the last refused charge. `donorName` and `creatorName` are user names (docs/rules.md#memberships).
   */
  staffMemberships: get('Moderator/Memberships', {
    summary: 'Monthly support of a state',
    access: 'moderator',
    query: z.object({
      State: membershipState.default('Overdue'),
      UserId: wireId.optional(),
      After: z.string().max(200).optional(),
      Take: z.int().min(1).max(100).default(20),
    }),
    answer: z.object({
      items: z.array(
        z.object({
          id: wireId,
          donorId: wireId,
          donorName: z.string(),
          creatorId: wireId,
          creatorName: z.string(),
          amount: money,
          /** What the next charge takes; `amount` where nothing more is charged. */
          nextAmount: money,
          /** Somebody else has paid. */
          isGifted: z.boolean(),
          state: membershipState,
          months: z.int(),
          tries: z.int(),
          refusal: z.string().nullable(),
          paidUntil: instant.nullable(),
          nextChargeAt: instant.nullable(),
          /** A charge is due or under way. */
          isDue: z.boolean(),
          since: instant,
        }),
      ),
      count: z.int(),
      next: z.string().nullable(),
    }),
    errors: [],
  }),
  /**
   * Charges an overdue or paused membership once more at once. A refusal takes none of the donor's tries, and the day of the next one stays. 404; 409 `MembershipMoved` (docs/rules.md#memberships).
   */
  retryMembership: post('Moderator/RetryMembership', {
    summary: 'Charge a membership again',
    access: 'moderator',
    body: chosen,
    answer: nothing,
    errors: [failures.notFound, membershipMoved],
    audited: true,
  }),
  /** Ends a membership at once: nothing is charged any more. 404; 409 `MembershipMoved`: it has ended (docs/rules.md#memberships). */
  stopMembership: post('Moderator/StopMembership', {
    summary: 'End a membership',
    access: 'moderator',
    body: chosen.extend({ reason: givenReason }),
    answer: nothing,
    errors: [failures.notFound, membershipMoved],
    audited: true,
  }),
};
