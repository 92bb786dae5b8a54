import { z } from 'zod';
import type { Payment } from '../payment-state.ts';
import { type GatewayContext, NewPayment, save } from './payments.ts';

/** A payment that is older than these books. Amounts in minor units; `refundedAt`: when all of it was refunded. */
export const EarlierPayment = z.strictObject({
  ...NewPayment.shape,
  id: z.string().min(1).max(128),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime(),
  refundedAt: z.iso.datetime().nullable(),
});
type EarlierPayment = z.infer<typeof EarlierPayment>;

/** Enters a payment as if it had been paid here at its time, without callbacks. A payment that is already in the books stays. */
export function enterEarlier(context: GatewayContext, earlier: EarlierPayment): void {
  if (context.books.payment(earlier.id) !== undefined) return;
  const { createdAt, paidAt, refundedAt, ...asked } = earlier;
  const steps = [
    { status: 'created', at: Date.parse(createdAt) },
    { status: 'paid', at: Date.parse(paidAt) },
    ...(refundedAt === null ? [] : [{ status: 'refunded', at: Date.parse(refundedAt) } as const]),
  ] satisfies Payment['history'];
  save(context, {
    ...asked,
    status: refundedAt === null ? 'paid' : 'refunded',
    createdAt: Date.parse(createdAt),
    expiresAt: Date.parse(createdAt) + context.timings.paymentLifeMs,
    card: null,
    wallet: null,
    codeExpiresAt: null,
    wrongCodes: 0,
    refusals: [],
    refunds: refundedAt === null ? [] : [{ key: null, amount: asked.amount, at: Date.parse(refundedAt) }],
    callbackRule: 'normal',
    refusedCharges: 0,
    failure: null,
    history: steps,
  });
}
