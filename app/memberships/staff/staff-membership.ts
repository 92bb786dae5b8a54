import type { CallAnswer } from '#base/calls/call.ts';
import type { staffMembershipsCalls } from '../staff-memberships.calls.ts';

/** A membership as the staff sees it. */
export type StaffMembership = CallAnswer<typeof staffMembershipsCalls.staffMemberships>['items'][number];
