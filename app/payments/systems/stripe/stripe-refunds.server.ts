import type Stripe from 'stripe';
import { minor } from '#base/money/money.ts';
import { type ProviderPayment, ProviderRefusal, ProviderUnavailable } from '../../payment-system.server.ts';
import { stripeAmount } from './stripe-amount.ts';
import type { StripeApi } from './stripe-api.server.ts';
import { leftOf, readStripePayment, reportStripe, type StripePayment } from './stripe-report.server.ts';

/** Refusals that no repetition changes: nothing is left, or Stripe gives it back by itself or not at all. */
const finalCodes: Readonly<Record<string, string>> = {
  charge_already_refunded: 'RefundTooLarge',
  charge_disputed: 'RefundElsewhere',
  refund_disputed_payment: 'RefundElsewhere',
};

/** Our key of a refund, which is stored with it: Stripe forgets idempotency keys after a day. */
const refundOf = ({ refunds }: StripePayment, key: string) => refunds.find(({ metadata }) => metadata?.opora === key);

async function create(api: StripeApi, params: Stripe.RefundCreateParams, idempotencyKey: string): Promise<void> {
  try {
    await api('refund', (stripe) => stripe.refunds.create(params, { idempotencyKey }));
  } catch (error) {
    const code = error instanceof ProviderRefusal ? finalCodes[error.code] : undefined;
    throw code === undefined ? error : new ProviderRefusal(code, 409, 'Stripe gives nothing back');
  }
}

/** The answer to a request for a refund. Throws `ProviderUnavailable` while Stripe has not finished it. */
function outcomeOf(payment: StripePayment, key: string): ProviderPayment {
  const status = refundOf(payment, key)?.status;
  if (status === 'succeeded') return reportStripe(payment);
  if (status === 'failed' || status === 'canceled') {
    throw new ProviderRefusal('RefundElsewhere', 409, `the refund is ${status}`);
  }
  throw new ProviderUnavailable('Stripe has not finished the refund');
}

/**
 * Refunds what is left of a payment, or `amount` (minor units), once (https://docs.stripe.com/refunds). A refund that Stripe has not finished is
 * asked about again by the same request.
 */
export async function refundStripe(
  api: StripeApi,
  id: string,
  { key, amount }: { readonly key: string; readonly amount: number | undefined },
): Promise<ProviderPayment> {
  const payment = await readStripePayment(api, id);
  if (refundOf(payment, key) !== undefined) return outcomeOf(payment, key);
  const report = reportStripe(payment);
  if (report.status === 'refunded') return report;
  if (report.status !== 'paid' || payment.intent === null) {
    throw new ProviderRefusal('NotPaid', 409, 'Stripe has taken no money');
  }
  const units = amount === undefined ? undefined : stripeAmount(minor(amount), report.currency);
  if (units === null) throw new ProviderRefusal('RefundElsewhere', 409, 'the currency has no such fraction');
  // Stripe refuses more than that without a code of its own.
  if (amount !== undefined && amount > leftOf(payment, report)) {
    throw new ProviderRefusal('RefundTooLarge', 409, 'less is left at Stripe');
  }
  const params = {
    payment_intent: payment.intent.id,
    metadata: { opora: key },
    ...(units !== undefined && { amount: units }),
  };
  await create(api, params, key);
  return outcomeOf(await readStripePayment(api, id), key);
}
