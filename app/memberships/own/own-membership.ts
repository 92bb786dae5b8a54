import type { CallAnswer } from '#base/calls/call.ts';
import type { ownMembershipsCalls } from '../own-memberships.calls.ts';

/** A membership as its donor sees it. */
export type OwnMembership = CallAnswer<typeof ownMembershipsCalls.mine>['items'][number];

/** What is charged next. */
export const nextTerms = ({ next, amount, level }: OwnMembership) => next ?? { amount, level };
