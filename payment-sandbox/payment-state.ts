import { z } from 'zod';
import { CardBehaviour } from './cards.ts';

/** The provider's statuses and the only ways between them (contract, section 12). */
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

/** What the tester chose by hand on the page for the callbacks of one payment. */
export const CallbackRule = z.enum(['normal', 'late', 'drop']);
export type CallbackRule = z.infer<typeof CallbackRule>;

/** A card as the provider remembers it: never the number itself. `expiry` is MMYY. */
export const SavedCard = z.strictObject({
  token: z.string(),
  maskedPan: z.string(),
  expiry: z.string(),
  phoneMask: z.string(),
  behaviour: CardBehaviour,
});
export type SavedCard = z.infer<typeof SavedCard>;

/** A card that was refused, as the merchant is told of it: never more of its number than names the bank. */
const RefusedCard = z.strictObject({ payment_system: z.string(), prefix: z.string().regex(/^\d{4,6}$/) });

/** One payment in the books. Amounts are integer minor units of `currency`, times are milliseconds since 1970. */
export const Payment = z.strictObject({
  id: z.string(),
  status: PaymentStatus,
  amount: z.int().positive(),
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
  // Earlier journals kept their count alone.
  refusals: z.preprocess((kept) => (typeof kept === 'number' ? [] : kept), z.array(RefusedCard)),
  refunds: z.array(z.strictObject({ key: z.string().nullable(), amount: z.int().positive(), at: z.number() })),
  callbackRule: CallbackRule,
  history: z.array(z.strictObject({ status: PaymentStatus, at: z.number() })),
});
export type Payment = z.infer<typeof Payment>;

export function isOpen(payment: Payment): boolean {
  return payment.status === 'created' || payment.status === 'code_required';
}

/** The payment in its next status; a step that the table above lacks is a fault of this program and throws. */
export function movePayment(payment: Payment, status: PaymentStatus, at: number): Payment {
  const allowed: readonly PaymentStatus[] = nextStatuses[payment.status];
  if (!allowed.includes(status)) throw new Error(`Payment ${payment.id} cannot go from ${payment.status} to ${status}`);
  return { ...payment, status, history: [...payment.history, { status, at }] };
}

/** How much of the payment has been given back, in minor units. */
export function refundedAmount(payment: Payment): number {
  return payment.refunds.reduce((sum, refund) => sum + refund.amount, 0);
}
