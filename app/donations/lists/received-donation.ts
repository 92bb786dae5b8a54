import type { CallAnswer } from '#base/calls/call.ts';
import type { donationsCalls } from '../donations.calls.ts';

/** A donation for the creator who received it. */
export type ReceivedDonation = CallAnswer<typeof donationsCalls.my>['items'][number];
