import { z } from 'zod';
import { get, paging } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { money } from '#base/money-wire.ts';

const instant = z.iso.datetime();
const moment = z.iso.datetime({ offset: true });

/** What the ledger tells of one's own money (extra beside contract, sections 3 and 6). */
export const ledgerCalls = {
  /**
   * The movements of one of the caller's accounts, newest first, `From` and `To` included; sums in main units. `amount`: what
   * came (positive) or went; `balance`: what was there after it, so that the newest one is the account's. `kind` says what it
   * was (`donation`, `donation-refund`, `payout`, `payout-return`, …), `reference` is the gift's, order's or payout's id, `title` its
   * words for people or null. 404: no such account, or another's.
   */
  statement: get('Ledger/Statement', {
    summary: 'The statement of an account',
    access: 'user',
    query: z.object({ accountId: wireId, From: moment.optional(), To: moment.optional(), ...paging(20) }),
    answer: z.object({
      accountId: wireId,
      name: z.string(),
      balance: money,
      count: z.int(),
      items: z.array(
        z.object({
          id: wireId,
          at: instant,
          kind: z.string(),
          reference: wireId,
          title: z.string().nullable(),
          amount: money,
          balance: money,
        }),
      ),
    }),
    errors: [failures.notFound],
  }),
};
