import { type BoundCall, bindCalls } from '#base/bound-call.server.ts';
import { calls } from './calls.ts';
import { describeGifts } from './donations/gift-titles.server.ts';
import { createOwnGiftsHandlers } from './donations/own-gifts.server.ts';
import { createLedgerHandlers } from './ledger/statement.server.ts';
import { describePayouts, payoutsHandlers } from './payouts/payouts.server.ts';
import { rewordAlert } from './widgets/second-message.server.ts';

/** A creator's money and tools, put together: reports on his gifts, his accounts and what is paid out of them. */
export function composeCreatorTools(): { readonly bound: readonly BoundCall[] } {
  return {
    bound: [
      ...bindCalls(calls.ownGifts, createOwnGiftsHandlers({ rewordAlert })),
      ...bindCalls(calls.ledger, createLedgerHandlers({ describe: [describeGifts, describePayouts] })),
      ...bindCalls(calls.payouts, payoutsHandlers),
    ],
  };
}
