import type { EarlierPayment } from '../earlier-books.ts';
import type { Payment } from '../payment-state.ts';
import { type GatewayContext, save } from './payments.ts';

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
  const { id, reference, amount, currency, description, callbackUrl, recurring, createdAt, refundedAt } = earlier;
  const history: Payment['history'] = [{ status: 'created', at: Date.parse(createdAt) }, ...laterSteps(earlier)];
  save(context, {
    id,
    reference,
    amount,
    currency,
    description,
    callbackUrl,
    recurring,
    status: history.at(-1)?.status ?? 'created',
    createdAt: Date.parse(createdAt),
    expiresAt: Date.parse(createdAt) + context.timings.paymentLifeMs,
    card: null,
    wallet: null,
    codeExpiresAt: null,
    wrongCodes: 0,
    refusals: [],
    refunds: refundedAt === null ? [] : [{ key: null, amount, at: Date.parse(refundedAt) }],
    callbackRule: 'normal',
    refusedCharges: 0,
    failure: null,
    history,
  });
}
