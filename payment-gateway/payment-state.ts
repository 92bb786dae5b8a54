import { z } from 'zod';
import { CardBehaviour } from './payments/cards.ts';

/** The gateway's statuses and the allowed transitions (docs/rules.md#payment-gateway). */
const nextStatuses = {
  created: ['code_required', 'paid', 'failed', 'expired'],
  code_required: ['paid', 'failed', 'expired'],
  paid: ['refunded'],
  failed: [],
  expired: [],
  refunded: [],
} as const;

export const PaymentStatus = z.enum(['created', 'code_required', 'paid', 'failed', 'expired', 'refunded']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** The rule for the callbacks of one payment, set by hand on the page. */
export const CallbackRule = z.enum(['normal', 'late', 'drop']);
export type CallbackRule = z.infer<typeof CallbackRule>;

/** A saved card, without its number. `expiry` is MMYY. */
export const SavedCard = z.strictObject({
  token: z.string(),
  maskedPan: z.string(),
  expiry: z.string(),
  phoneMask: z.string(),
  behaviour: CardBehaviour,
  /** Absent: the payer has not allowed charges without him. */
  chargeToken: z.string().optional(),
});
export type SavedCard = z.infer<typeof SavedCard>;

/** A refused card as reported to the merchant: only the digits of its number that name the bank. */
const RefusedCard = z.strictObject({ payment_system: z.string(), prefix: z.string().regex(/^\d{4,6}$/) });

/** One payment in the books. Amounts are integer minor units of `currency`, times are milliseconds since 1970. */
export const Payment = z.strictObject({
  id: z.string(),
  status: PaymentStatus,
  /** 0: only saves the card. */
  amount: z.int().nonnegative(),
  currency: z.string(),
  reference: z.string(),
  description: z.string(),
  callbackUrl: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
  card: SavedCard.nullable(),
  wallet: z.string().nullable(),
  codeExpiresAt: z.number().nullable(),
  wrongCodes: z.int(),
  // Older journals have only their count.
  refusals: z.preprocess((stored) => (typeof stored === 'number' ? [] : stored), z.array(RefusedCard)),
  refunds: z.array(z.strictObject({ key: z.string().nullable(), amount: z.int().positive(), at: z.number() })),
  callbackRule: CallbackRule,
  /** Saves the card for charges without the payer. */
  recurring: z.boolean().default(false),
  /** How many charges without the payer were refused for this reference. */
  refusedCharges: z.int().default(0),
  /** The code of the refusal that failed it; null: it did not fail by one. */
  failure: z.string().nullable().default(null),
  history: z.array(z.strictObject({ status: PaymentStatus, at: z.number() })),
});
export type Payment = z.infer<typeof Payment>;

export function isOpen(payment: Payment): boolean {
  return payment.status === 'created' || payment.status === 'code_required';
}

/** The payment in its next status; throws for a transition that the table above lacks. */
export function movePayment(payment: Payment, status: PaymentStatus, at: number): Payment {
  const allowed: readonly PaymentStatus[] = nextStatuses[payment.status];
  if (!allowed.includes(status)) throw new Error(`Payment ${payment.id} cannot go from ${payment.status} to ${status}`);
  return { ...payment, status, history: [...payment.history, { status, at }] };
}

/** How much of the payment has been refunded, in minor units. */
export function refundedAmount(payment: Payment): number {
  return payment.refunds.reduce((sum, refund) => sum + refund.amount, 0);
}
