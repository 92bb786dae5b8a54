import type Stripe from 'stripe';
import { add, type Minor, minor, subtract } from '#base/money/money.ts';
import type { PaymentFlag } from '../../payment-flag.ts';
import { type ProviderPayment, ProviderUnavailable } from '../../payment-system.server.ts';
import { amountOfStripe } from './stripe-amount.ts';
import type { StripeApi } from './stripe-api.server.ts';

/** What Stripe knows of a payment. */
export interface StripePayment {
  readonly session: Stripe.Checkout.Session;
  /** Null until the payer has tried to pay. */
  readonly intent: Stripe.PaymentIntent | null;
  /** The newest first. */
  readonly refunds: readonly Stripe.Refund[];
  /** The newest first. */
  readonly disputes: readonly Stripe.Dispute[];
}

const largestPage = 100;

/** The PaymentIntent of a session that was asked for with it. */
export const intentOf = ({ payment_intent: intent }: Stripe.Checkout.Session) =>
  typeof intent === 'object' ? intent : null;

function isDisputed(intent: Stripe.PaymentIntent): boolean {
  const { latest_charge: charge } = intent;
  return typeof charge === 'object' && charge !== null && charge.disputed;
}

/** Reads a payment by the id of its Checkout Session. Throws what `StripeApi` does: `NotFound` for a session of another account, too. */
export async function readStripePayment(api: StripeApi, id: string): Promise<StripePayment> {
  const session = await api('ask', (stripe) =>
    stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }),
  );
  const intent = intentOf(session);
  if (intent === null || session.payment_status !== 'paid') return { session, intent, refunds: [], disputes: [] };
  const of = { payment_intent: intent.id, limit: largestPage };
  const refunds = await api('ask', (stripe) => stripe.refunds.list(of));
  const disputes = isDisputed(intent) ? (await api('ask', (stripe) => stripe.disputes.list(of))).data : [];
  return { session, intent, refunds: refunds.data, disputes };
}

/** An amount of Stripe in our minor units. Throws `ProviderUnavailable` for a fraction that cannot be one of ours. */
function amountIn(currency: string, units: number): Minor {
  const amount = amountOfStripe(units, currency);
  if (amount === null) throw new ProviderUnavailable(`Stripe answered an impossible amount: ${units} ${currency}`);
  return amount;
}

const codeOf = (currency: string | null | undefined) => (currency ?? '').toUpperCase();

/** What is gone from our account again: refunds that were made and disputes that were lost. A sum of another currency is not known in ours. */
function goneOf({ refunds, disputes }: StripePayment, code: string): Minor {
  const made = refunds.filter(({ status }) => status === 'succeeded');
  const lost = disputes.filter(({ status }) => status === 'lost');
  const known = [...made, ...lost].filter(({ currency }) => codeOf(currency) === code);
  return add(...known.map(({ amount }) => amountIn(code, amount)));
}

/** What is left of a paid payment beside all refunds, also those that Stripe has not finished. */
export function leftOf({ refunds }: StripePayment, { amount, currency }: ProviderPayment): Minor {
  const taking = refunds.filter((one) => one.status !== 'failed' && one.status !== 'canceled');
  const known = taking.filter((one) => codeOf(one.currency) === currency);
  return subtract(amount, add(...known.map((one) => amountIn(currency, one.amount))));
}

/** Whether an attempt that its bank decides on later has failed (https://docs.stripe.com/payments/payment-methods#payment-notification). */
const hasFailed = ({ session, intent }: StripePayment) =>
  session.status === 'complete' && (intent?.status === 'requires_payment_method' || intent?.status === 'canceled');

function statusOf(payment: StripePayment, isGone: boolean): ProviderPayment['status'] {
  const { session } = payment;
  if (session.payment_status === 'paid') return isGone ? 'refunded' : 'paid';
  if (session.status === 'expired') return 'expired';
  return hasFailed(payment) ? 'failed' : 'created';
}

/** A dispute, or while not all is gone a refund that the payer's bank has sent back, or one of another currency. */
function problemOf(
  { refunds, disputes: [dispute] }: StripePayment,
  { code, isGone }: { code: string; isGone: boolean },
): PaymentFlag | null {
  if (dispute !== undefined) return `Dispute ${dispute.id} ${dispute.status}`;
  if (isGone) return null;
  const failed = refunds.find(({ status }) => status === 'failed');
  if (failed !== undefined) return `RefundFailed ${failed.id}`;
  const foreign = refunds.find(({ currency }) => codeOf(currency) !== code);
  return foreign === undefined ? null : `RefundCurrency ${foreign.id} ${codeOf(foreign.currency)}`;
}

/** A payment as Stripe reports it. Its amount is what was received, once that is known. */
export function reportStripe(payment: StripePayment): ProviderPayment {
  const { session, intent } = payment;
  const isPaid = session.payment_status === 'paid';
  const currency = codeOf((isPaid ? intent : session)?.currency);
  const amount = amountIn(currency, (isPaid ? intent?.amount_received : session.amount_total) ?? 0);
  const gone = goneOf(payment, currency);
  const isGone = isPaid && gone >= amount;
  const problem = problemOf(payment, { code: currency, isGone });
  return {
    system: 'stripe',
    id: session.id,
    status: statusOf(payment, isGone),
    amount,
    currency,
    reference: session.client_reference_id ?? '',
    cardPrefix: null,
    refusals: [],
    refundedAmount: isGone ? amount : minor(gone),
    ...(problem !== null && { problem }),
  };
}
