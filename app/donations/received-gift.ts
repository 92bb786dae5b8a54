import type { CallAnswer } from '#base/call.ts';
import type { donationsCalls } from './donations.calls.ts';

/** A gift as the creator who got it sees it. */
export type ReceivedGift = CallAnswer<typeof donationsCalls.my>['items'][number];
