import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import { type Payment, PaymentStatus, refundedAmount } from '../payment-state.ts';
import type { CardBehaviour } from '../payments/cards.ts';
import type { Timings } from '../timings.ts';

/** The callback's members, except that `occurredAt` is sent as an ISO date. */
const CallbackEvent = z.strictObject({
  eventId: z.string(),
  id: z.string(),
  reference: z.string(),
  status: PaymentStatus,
  amount: z.int(),
  // Older journals lack it.
  refundedAmount: z.int().optional(),
  occurredAt: z.number(),
});

/** One delivery of an event. The address is read from the payment at each attempt. */
export const Delivery = z.strictObject({
  id: z.string(),
  paymentId: z.string(),
  event: CallbackEvent,
  state: z.enum(['waiting', 'delivered', 'dropped', 'given-up']),
  dueAt: z.number(),
  attempts: z.int(),
  lastResult: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

/** The value of `X-Signature`: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signatureOf(body: string, secret: string, now: number): string {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

/** The body of one attempt; `amount` is what the gateway reports at that moment. */
export function callbackBody(delivery: Delivery, amount: number): string {
  const { event } = delivery;
  return JSON.stringify({ ...event, amount, occurredAt: new Date(event.occurredAt).toISOString() });
}

/**
 * The deliveries of the callback about the payment's present status and refunded sum. The rule set by hand takes precedence, then
 * the test card's behaviour, then the current faults. A payment of 0 has none.
 */
export function planDeliveries(payment: Payment, faults: Faults, timings: Timings, now: number): Delivery[] {
  if (payment.amount === 0) return [];
  const isNewlyPaid = payment.status === 'paid' && payment.refunds.length === 0;
  const cardPlan = isNewlyPaid ? planOfCard(payment.card?.behaviour) : 'once';
  const event = {
    eventId: randomUUID(),
    id: payment.id,
    reference: payment.reference,
    status: payment.status,
    amount: payment.amount,
    refundedAmount: refundedAmount(payment),
    occurredAt: now,
  };
  const copy = (dueAt: number, isDropped: boolean): Delivery => ({
    id: randomUUID(),
    paymentId: payment.id,
    event,
    state: isDropped ? 'dropped' : 'waiting',
    dueAt,
    attempts: 0,
    lastResult: null,
  });
  if (payment.callbackRule === 'drop' || cardPlan === 'never') return [copy(now, true)];
  if (payment.callbackRule === 'late') return [copy(now + timings.handDelayMs, false)];
  if (cardPlan === 'late') return [copy(now + timings.lateCallbackMs, false)];
  const repeats = faults.repeats ?? (faults.callbacks === 'repeat' ? 10 : 1);
  const dropShare = faults.dropShare ?? (faults.callbacks === 'drop' ? 1 : 0);
  return Array.from({ length: Math.max(repeats, cardPlan === 'twice' ? 2 : 1) }, () => {
    const delay = faults.callbacks === 'shuffle' ? Math.random() * faults.shuffleMs : 0;
    return copy(now + Math.floor(delay), Math.random() < dropShare);
  });
}

function planOfCard(behaviour: CardBehaviour | undefined): 'once' | 'never' | 'twice' | 'late' {
  if (behaviour === 'silent' || behaviour === 'chargesLost') return 'never';
  return behaviour === 'twice' || behaviour === 'late' ? behaviour : 'once';
}
