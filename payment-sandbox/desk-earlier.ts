import { z } from 'zod';
import { type Desk, keep, NewPayment } from './desk.ts';
import type { Payment } from './payment-state.ts';

/** A payment that was made before these books were begun. Amounts in minor units; `refundedAt`: all of it was given back. */
export const EarlierPayment = z.strictObject({
  ...NewPayment.shape,
  id: z.string().min(1).max(128),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime(),
  refundedAt: z.iso.datetime().nullable(),
});
type EarlierPayment = z.infer<typeof EarlierPayment>;

/** Enters a payment as if it had been paid here at its time; nobody is told. What the books know already stays as it is. */
export function enterEarlier(desk: Desk, earlier: EarlierPayment): void {
  if (desk.books.payment(earlier.id) !== undefined) return;
  const { createdAt, paidAt, refundedAt, ...asked } = earlier;
  const steps = [
    { status: 'created', at: Date.parse(createdAt) },
    { status: 'paid', at: Date.parse(paidAt) },
    ...(refundedAt === null ? [] : [{ status: 'refunded', at: Date.parse(refundedAt) } as const]),
  ] satisfies Payment['history'];
  keep(desk, {
    ...asked,
    status: refundedAt === null ? 'paid' : 'refunded',
    createdAt: Date.parse(createdAt),
    expiresAt: Date.parse(createdAt) + desk.timings.paymentLifeMs,
    card: null,
    wallet: null,
    codeExpiresAt: null,
    wrongCodes: 0,
    refusals: [],
    refunds: refundedAt === null ? [] : [{ key: null, amount: asked.amount, at: Date.parse(refundedAt) }],
    callbackRule: 'normal',
    history: steps,
  });
}
