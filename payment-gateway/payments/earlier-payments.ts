import { z } from 'zod';
import type { Payment } from '../payment-state.ts';
import { type GatewayContext, NewPayment, save } from './payments.ts';

/**
 * A payment that is older than these books. Amounts in minor units; `refundedAt`: when all of it was refunded; `unpaid`: it has failed or its time
 * has run out, and `paidAt` is null.
 */
export const EarlierPayment = z.strictObject({
  ...NewPayment.shape,
  id: z.string().min(1).max(128),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  refundedAt: z.iso.datetime().nullable(),
  unpaid: z
    .strictObject({ status: z.enum(['failed', 'expired']), at: z.iso.datetime() })
    .nullable()
    .default(null),
});
type EarlierPayment = z.infer<typeof EarlierPayment>;

/** What a payment went through after it was made, in order. */
function laterSteps({ paidAt, refundedAt, unpaid }: EarlierPayment): Payment['history'] {
  if (unpaid !== null) return [{ status: unpaid.status, at: Date.parse(unpaid.at) }];
  return [
    ...(paidAt === null ? [] : [{ status: 'paid', at: Date.parse(paidAt) } as const]),
    ...(refundedAt === null ? [] : [{ status: 'refunded', at: Date.parse(refundedAt) } as const]),
  ];
}

/** Enters a payment as if it had come here at its time, without callbacks. A payment that is already in the books stays. */
export function enterEarlier(context: GatewayContext, earlier: EarlierPayment): void {
  if (context.books.payment(earlier.id) !== undefined) return;
  const { createdAt, paidAt: _paidAt, refundedAt, unpaid: _unpaid, ...asked } = earlier;
  const history: Payment['history'] = [{ status: 'created', at: Date.parse(createdAt) }, ...laterSteps(earlier)];
  save(context, {
    ...asked,
    status: history.at(-1)?.status ?? 'created',
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
    history,
  });
}
