import type { ledgerCalls } from '#app/ledger/ledger.calls.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import type { payoutsCalls } from './payouts.calls.ts';

/** A page of an account's movements. */
export type Statement = CallAnswer<typeof ledgerCalls.statement>;

/** An own payout request. */
export type Payout = CallAnswer<typeof payoutsCalls.my>['items'][number];
