import { z } from 'zod';
import { get, paging } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { dayOrMoment } from '#base/calls/moment-wire.ts';
import { money } from '#base/calls/money-wire.ts';

const instant = z.iso.datetime();

/** Statements of the caller's accounts. */
export const ledgerCalls = {
  /**
   * The movements of one of the caller's accounts, newest first, in a period (docs/rules.md#wire); sums in main units. `amount`:
   * received (positive) or paid; `balance`: the account's balance after it. `kind`: `donation`, `donation-refund`, `payout`,
   * `payout-return`, …; `reference`: the id of the donation, order or payout; `title`: a text for people or null. 404: no such account, or
   * another user's.
   */
  statement: get('Ledger/Statement', {
    summary: 'The statement of an account',
    access: 'user',
    query: z.object({ accountId: wireId, From: dayOrMoment.optional(), To: dayOrMoment.optional(), ...paging(20) }),
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
