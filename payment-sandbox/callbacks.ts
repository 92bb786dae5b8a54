import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CardBehaviour } from './cards.ts';
import type { Faults } from './faults.ts';
import { type Payment, PaymentStatus } from './payment-state.ts';
import type { Timings } from './timings.ts';

/** What the server is told, word for word, except that `occurredAt` travels as an ISO date. */
const CallbackEvent = z.strictObject({
  eventId: z.string(),
  id: z.string(),
  reference: z.string(),
  status: PaymentStatus,
  amount: z.int(),
  occurredAt: z.number(),
});

/** One copy of an event on its way. The address is read from the payment at each try. */
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

/** The body of one try, `amount` being what the provider claims at that moment. */
export function callbackBody(delivery: Delivery, amount: number): string {
  const { event } = delivery;
  return JSON.stringify({ ...event, amount, occurredAt: new Date(event.occurredAt).toISOString() });
}

/**
 * The copies of the callback that tells of the payment's present status. What the tester chose by hand comes first, then
 * what the card does to the news of being paid, then the faults in force.
 */
export function planDeliveries(payment: Payment, faults: Faults, timings: Timings, now: number): Delivery[] {
  const cardPlan = payment.status === 'paid' ? planOfCard(payment.card?.behaviour) : 'once';
  const event = {
    eventId: randomUUID(),
    id: payment.id,
    reference: payment.reference,
    status: payment.status,
    amount: payment.amount,
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
  if (behaviour === 'silent') return 'never';
  return behaviour === 'twice' || behaviour === 'late' ? behaviour : 'once';
}
