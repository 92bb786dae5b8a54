import { z } from 'zod';
import { Transaction } from '../hosted/hosted-books.ts';

/** A transaction in Click's books. Its id is `click_trans_id`. */
export const ClickTransaction = Transaction.extend({
  /** `click_paydoc_id`, and `payment_id` of the Merchant API. */
  paydoc: z.int(),
  /** The merchant's number of the attempt; null until Prepare was answered. */
  prepareId: z.int().nullable(),
  /** Whether the payer's card has no money. */
  isPoor: z.boolean(),
});
export type ClickTransaction = z.infer<typeof ClickTransaction>;
