import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { EarlierPayment } from '../earlier-books.ts';

/** An id as Stripe writes it, with the prefix of its kind. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

const RefundStatus = z.enum(['pending', 'succeeded', 'failed', 'canceled']);

const Refund = z.strictObject({
  id: z.string(),
  amount: z.int().positive(),
  status: RefundStatus,
  metadata: z.record(z.string(), z.string()),
  /** The idempotency key of the request; null: made in the cabinet. */
  key: z.string().nullable(),
});
export type Refund = z.infer<typeof Refund>;

const Dispute = z.strictObject({
  id: z.string(),
  amount: z.int().positive(),
  status: z.enum(['needs_response', 'won', 'lost']),
});
export type Dispute = z.infer<typeof Dispute>;

/** An event that was or is to be sent to the merchant. */
export const StripeEvent = z.strictObject({
  id: z.string(),
  type: z.string(),
  /** The id of its object: the session, its charge, a refund or a dispute. */
  object: z.string(),
  /** Milliseconds since 1970. */
  created: z.number(),
  dueAt: z.number(),
  attempts: z.int(),
  state: z.enum(['waiting', 'delivered', 'dropped']),
});
export type StripeEvent = z.infer<typeof StripeEvent>;

/** A Checkout Session with all that came of it. Amounts in the API's units, times in seconds. */
export const StripeSession = z.strictObject({
  id: z.string(),
  created: z.int(),
  expiresAt: z.int(),
  amount: z.int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/),
  reference: z.string(),
  name: z.string(),
  metadata: z.record(z.string(), z.string()),
  successUrl: z.string(),
  cancelUrl: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  /** Of the PaymentIntent; null: nobody has tried to pay. */
  intentStatus: z.enum(['requires_payment_method', 'processing', 'succeeded']).nullable(),
  /** How often the payer's money was taken. */
  charges: z.int(),
  /** The newest first. */
  refunds: z.array(Refund),
  disputes: z.array(Dispute),
  events: z.array(StripeEvent),
  /** The idempotency key of the request, and its digest. */
  key: z.string(),
  digest: z.string(),
});
export type StripeSession = z.infer<typeof StripeSession>;

const hour = 3_600;

/** The session of a payment that is older than the books. */
export function earlierSession(payment: EarlierPayment): StripeSession {
  const { id, reference, amount, currency, description: name, metadata, callbackUrl, createdAt, refundedAt } = payment;
  const created = Math.floor(Date.parse(createdAt) / 1_000);
  const { origin } = new URL(callbackUrl);
  const refund = { id: newId('re'), amount, status: 'succeeded', metadata: {}, key: null } as const;
  return {
    id,
    created,
    expiresAt: created + hour,
    amount,
    currency: currency.toLowerCase(),
    reference,
    name,
    metadata,
    successUrl: origin,
    cancelUrl: origin,
    status: 'complete',
    intentStatus: 'succeeded',
    charges: 1,
    refunds: refundedAt === null ? [] : [refund],
    disputes: [],
    events: [],
    key: `earlier-${id}`,
    digest: '',
  };
}

const ofSession = (prefix: string, { id }: Pick<StripeSession, 'id'>) =>
  `${prefix}_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;

/** The id of a session's PaymentIntent. */
export const intentIdOf = (session: Pick<StripeSession, 'id'>) => ofSession('pi', session);

/** The id of a session's Charge. */
export const chargeIdOf = (session: Pick<StripeSession, 'id'>) => ofSession('ch', session);

export const isPaid = ({ intentStatus }: StripeSession) => intentStatus === 'succeeded';

/** What refunds have taken or will take of a payment. */
export const refundedOf = ({ refunds }: StripeSession) =>
  refunds.reduce((sum, { amount, status }) => (status === 'failed' || status === 'canceled' ? sum : sum + amount), 0);

/** A new event about an object of a session. */
export const eventOf = (type: string, object: string): StripeEvent => {
  const now = Date.now();
  return { id: newId('evt'), type, object, created: now, dueAt: now, attempts: 0, state: 'waiting' };
};
