import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Database } from '#base/db/db.server.ts';
import {
  type NewProviderPayment,
  type OpenedAtProvider,
  ProviderRefusal,
  ProviderUnavailable,
} from '../../payment-system.server.ts';
import { readOpening } from '../local-payments.server.ts';
import { stripeAmount } from './stripe-amount.ts';
import type { StripeApi } from './stripe-api.server.ts';

/** Codes of a sum that Stripe does not take (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const refusedSums: readonly string[] = ['amount_too_small', 'amount_too_large'];

const hour = 3_600;

/** The end of a session in seconds, one to two hours away: the same within an hour, so that a repeated request is the same one. */
const endOfSession = () => (Math.floor(Date.now() / 1_000 / hour) + 2) * hour;

function paramsOf(payment: NewProviderPayment, site: string): Stripe.Checkout.SessionCreateParams {
  const { amount, currency, reference, description, returnUrl } = payment;
  const units = stripeAmount(amount, currency);
  if (units === null) throw new ProviderRefusal('AmountRefused', 400, 'the currency has no such fraction');
  const name = description.slice(0, 250);
  const metadata = { reference, site };
  return {
    mode: 'payment',
    client_reference_id: reference,
    metadata,
    expires_at: endOfSession(),
    payment_intent_data: { metadata, description: name },
    line_items: [
      { quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: units, product_data: { name } } },
    ],
    success_url: returnUrl,
    cancel_url: returnUrl,
    // Whatever the payer's currency is, he pays the sum that he was shown.
    adaptive_pricing: { enabled: false },
  };
}

const opened = ({ id, expires_at }: Stripe.Checkout.Session, payerUrl: string): OpenedAtProvider => ({
  id,
  expiresAt: new Date(expires_at * 1_000),
  payerUrl,
});

/** The session that is there, if it still leads anywhere; null: another one is needed. */
async function reopen(api: StripeApi, id: string, returnUrl: string): Promise<OpenedAtProvider | null> {
  const session = await api('ask', (stripe) => stripe.checkout.sessions.retrieve(id));
  const { status, payment_status, url } = session;
  if (payment_status === 'paid') throw new ProviderRefusal('AlreadyPaid', 409, 'the payment is paid already');
  if (status === 'open' && url) return opened(session, url);
  // A bank is deciding: there is nothing to pay until it has.
  return status === 'complete' ? opened(session, returnUrl) : null;
}

/**
 * Opens a Checkout Session with a page of Stripe (https://docs.stripe.com/api/checkout/sessions/create). The idempotency key is made from the
 * reference, the number of the earlier sessions and the request, so that a repeated call whose answer was lost gets the same session.
 */
export async function openSession(
  { db, api, site }: { readonly db: Database; readonly api: StripeApi; readonly site: string },
  payment: NewProviderPayment,
): Promise<OpenedAtProvider> {
  const { open, count } = await readOpening(db, 'stripe', payment);
  const again = open && (await reopen(api, open.id, payment.returnUrl));
  if (again) return again;
  const params = paramsOf(payment, site);
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16);
  const idempotencyKey = `open-${payment.reference}-${count + 1}-${digest}`;
  const session = await api('create', (stripe) => stripe.checkout.sessions.create(params, { idempotencyKey })).catch(
    (error: unknown) => {
      if (!(error instanceof ProviderRefusal && refusedSums.includes(error.code))) throw error;
      throw new ProviderRefusal('AmountRefused', 400, error.message);
    },
  );
  if (!session.url) throw new ProviderUnavailable('Stripe has opened a session without a page');
  return opened(session, session.url);
}

/** Closes a session that is open, so that nobody can pay it any more; one that was paid meanwhile stays as it is. */
export async function expireSession(api: StripeApi, id: string): Promise<void> {
  const options = { idempotencyKey: `expire-${id}` };
  await api('expire', (stripe) => stripe.checkout.sessions.expire(id, {}, options)).catch((error: unknown) => {
    // Stripe answers 400 where the session is not open.
    if (!(error instanceof ProviderRefusal && error.status === 400)) throw error;
  });
}
