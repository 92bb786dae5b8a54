import { z } from 'zod';

/** States of a receipt (https://developer.help.paycom.uz/metody-subscribe-api/sostoyaniya-cheka). */
export const states = { created: 0, charging: 2, paid: 4, cancelling: 21, cancelled: 50 } as const;

/** What a card does when it is charged. */
const CardOutcome = z.enum(['pays', 'blocked', 'error', 'slow', 'poor']);

/** A token. `id` is the token itself; the full number is not stored. */
export const PaymeCard = z.strictObject({
  kind: z.literal('card'),
  id: z.string(),
  number: z.string(),
  /** `MM/YY`. */
  expire: z.string(),
  outcome: CardOutcome,
  /** Whether it gets codes by SMS. */
  isReached: z.boolean(),
  isSaved: z.boolean(),
  isVerified: z.boolean(),
  /** Null: no code was asked for. */
  wrongCodes: z.int().nullable(),
  /** A token of one payment after it, a removed one, or one with too many wrong codes. */
  isGone: z.boolean(),
});
export type PaymeCard = z.infer<typeof PaymeCard>;

/** A call of the merchant's endpoint: two of `SetFiscalData`, by their `type`, and `CancelTransaction`. */
const DueCall = z.enum(['PERFORM', 'CancelTransaction', 'CANCEL']);
export type DueCall = z.infer<typeof DueCall>;

/** A receipt. Amount in tiyin, times in milliseconds since 1970, 0 where there is none. */
export const PaymeReceipt = z.strictObject({
  kind: z.literal('receipt'),
  id: z.string(),
  account: z.string(),
  amount: z.int().positive(),
  description: z.string(),
  detail: z.unknown(),
  state: z.int(),
  createTime: z.number(),
  payTime: z.number(),
  cancelTime: z.number(),
  charges: z.int(),
  card: z.strictObject({ number: z.string(), expire: z.string() }).nullable(),
  /** The calls that the merchant has yet to answer. */
  due: z.array(DueCall).default([]),
});
export type PaymeReceipt = z.infer<typeof PaymeReceipt>;

export const PaymeCardEntry = z.discriminatedUnion('kind', [PaymeCard, PaymeReceipt]);
export type PaymeCardEntry = z.infer<typeof PaymeCardEntry>;

/** The body of POST /payme-card/control/faults; an omitted member returns to its default. */
export const PaymeCardFaults = z.strictObject({
  /**
   * `down`: everything is answered 503. `lie-amount`: receipts are reported with one tiyin too many. `lost-answer`: a charge is made and not
   * answered. `lost-receipt`: the same for a new receipt. `lost-removal`: for a removed card. `lost-cancel`: for a refund. `slow-refunds`: cancellations
   * stay in the queue until the mode ends. `late-fiscal`: fiscal receipts are reported when the mode ends. `lost-fiscal`: never.
   */
  mode: z
    .enum([
      'ok',
      'down',
      'lie-amount',
      'lost-answer',
      'lost-receipt',
      'lost-removal',
      'lost-cancel',
      'slow-refunds',
      'late-fiscal',
      'lost-fiscal',
    ])
    .default('ok'),
});
export type PaymeCardFaults = z.infer<typeof PaymeCardFaults>;

/** Payme's error of a method. The numbers of cards and receipts lie in its range of methods; only some of them are documented. */
export class PaymeCardError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
