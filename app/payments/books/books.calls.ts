import { z } from 'zod';
import { get, post, uploadedFile } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { sentDay } from '#base/calls/moment-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { paymentSystemNames } from '../payment-systems.ts';
import { differenceKinds, reasonsNotCompared } from './difference-kinds.ts';

const { payloadTooLarge, tooManyRequests, unsupportedMediaType } = failures;

const instant = z.iso.datetime();
const system = z.enum(paymentSystemNames);

/** What one side has of a payment. Null members: it does not say. */
const side = z.object({
  state: z.enum(['missing', 'unpaid', 'paid', 'refunding', 'refunded']),
  amount: money.nullable(),
  currency: z.string().nullable(),
  refunded: money.nullable(),
});

/**
 * `differing`: how many payments differ; `differences` names the first 100. `why` null: all was compared; `detail`: the system's own words. `lacks`: what its books do not say: payments that are unknown here (`strangers`), and sums.
 * `payment` null: it is unknown here; `ours` null: likewise; `theirs` empty: it was not paid there.
 */
const result = z.object({
  system,
  compared: z.int(),
  notCompared: z.int(),
  why: z.object({ reason: z.enum(reasonsNotCompared), detail: z.string().nullable() }).nullable(),
  lacks: z.enum(['strangers', 'strangersAndSums']).nullable(),
  differing: z.int(),
  differences: z.array(
    z.object({
      kind: z.enum(differenceKinds),
      payment: z.object({ id: wireId, reference: wireId, paidFor: z.enum(['donation', 'order']) }).nullable(),
      theirIds: z.array(z.string()),
      ours: side.nullable(),
      theirs: z.array(side),
    }),
  ),
});

const moment = { night: z.iso.date(), endedAt: instant.nullable(), isUnderWay: z.boolean() };

const parts = z.strictObject({ system, name: z.string().max(255).optional(), file: uploadedFile });

/** Comparisons with the books of the payment systems (docs/rules.md#reconciliation). */
export const booksCalls = {
  /**
   * The comparison of a night, by default of the last one, and what the last 14 nights have found. `endedAt` null: it is under way, or was left by a process that ended. `shown` null: none was made in that night
   * (docs/rules.md#reconciliation).
   */
  comparedNight: get('Payment/Comparison', {
    summary: 'A night’s comparison with the books of the payment systems',
    access: 'admin',
    query: z.object({ Night: sentDay.optional() }),
    answer: z.object({
      nights: z.array(z.object({ ...moment, isWhole: z.boolean(), differing: z.int() })),
      shown: z.object({ ...moment, since: instant, results: z.array(result) }).nullable(),
    }),
    errors: [],
  }),
  /**
   * Compares a list that was saved from the cabinet of a system with our payments between its first and last line; nothing is stored. Multipart with `file`, a CSV with the head
   * `id,amount,state,time` (at most 20 MB and 100,000 lines), `system`, and, as the file is called, `name`. 400 with the fault in `fields.file` (docs/rules.md#reconciliation).
   */
  compareStatement: post('Payment/Statement', {
    summary: 'Compare a saved list of a payment system',
    access: 'admin',
    transaction: 'own',
    form: 'upload',
    parts,
    answer: z.object({ from: instant, to: instant, result }),
    errors: [payloadTooLarge, unsupportedMediaType, tooManyRequests],
    audited: true,
  }),
};
