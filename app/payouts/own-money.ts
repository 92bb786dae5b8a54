import type { ledgerCalls } from '#app/ledger/ledger.calls.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import type { payoutsCalls } from './payouts.calls.ts';

/** A page of an account's movements. */
export type Statement = CallAnswer<typeof ledgerCalls.statement>;

/** The own payout requests. */
type OwnPayouts = CallAnswer<typeof payoutsCalls.my>;

export type Payout = OwnPayouts['items'][number];

/** What is requested and not decided yet. */
export type WaitingPayouts = OwnPayouts['waiting'];
