import type Stripe from 'stripe';
import { type ProviderPayment, ProviderUnavailable } from '../../payment-system.server.ts';
import type { BookedPayment, BookPeriod, SystemBooks } from '../system-books.server.ts';
import type { StripeApi } from './stripe-api.server.ts';
import { intentOf, reportStripe, type StripePayment } from './stripe-report.server.ts';

const page = 100;

/** A page of a list (https://docs.stripe.com/api/pagination). */
interface Listed<Kind> {
  readonly data: readonly Kind[];
  readonly has_more: boolean;
}

/** All of a list, page by page. */
async function* allOf<Kind extends { readonly id: string }>(
  read: (after: { starting_after?: string; limit: number }) => Promise<Listed<Kind>>,
): AsyncGenerator<Kind> {
  for (let last: string | null = null; ; ) {
    const { data, has_more: isMore } = await read({ limit: page, ...(last !== null && { starting_after: last }) });
    yield* data;
    last = data.at(-1)?.id ?? null;
    if (!isMore || last === null) return;
  }
}

/** A session may be so much older than its payment here: a repeated request for it is answered with the same one for an hour, and clocks differ. */
const mostAheadSeconds = 2 * 3_600;

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1_000);

/** Groups what has come of payments by their PaymentIntents. */
async function byIntent<Kind extends { readonly payment_intent: string | Stripe.PaymentIntent | null }>(
  all: AsyncIterable<Kind>,
): Promise<ReadonlyMap<string, readonly Kind[]>> {
  const found = new Map<string, Kind[]>();
  for await (const one of all) {
    const { payment_intent: intent } = one;
    const id = typeof intent === 'string' ? intent : (intent?.id ?? '');
    found.set(id, [...(found.get(id) ?? []), one]);
  }
  return found;
}

function bookedOf({ id, status, amount, currency, refundedAmount }: ProviderPayment): BookedPayment {
  const state = status === 'paid' || status === 'refunded' ? status : 'unpaid';
  return { id, providerId: id, state, amount, currency, refunded: refundedAmount };
}

/** A session that may be none of ours. Null: its sum cannot be one of ours. */
function doubtfulOf(payment: StripePayment): BookedPayment | null {
  try {
    return { ...bookedOf(reportStripe(payment)), isIgnoredUnlessOurs: true };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return null;
  }
}

/**
 * The account's Checkout Sessions of a period, and from shortly before, with all that has come of them since
 * (https://docs.stripe.com/api/checkout/sessions/list). One from before, or with the mark of another site, may still be ours: the address of a site may change.
 */
export function stripeBooks(api: StripeApi, site: string): SystemBooks {
  async function* list({ from, to }: BookPeriod): AsyncGenerator<BookedPayment> {
    const earliest = Math.max(0, seconds(from) - mostAheadSeconds);
    const since = { created: { gte: earliest } };
    const refunds = await byIntent(
      allOf((after) => api('ask', (stripe) => stripe.refunds.list({ ...since, ...after }))),
    );
    const disputes = await byIntent(
      allOf((after) => api('ask', (stripe) => stripe.disputes.list({ ...since, ...after }))),
    );
    const created = { gte: earliest, lte: seconds(to) + 1 };
    const sessions = allOf((after) =>
      api('ask', (stripe) => stripe.checkout.sessions.list({ created, expand: ['data.payment_intent'], ...after })),
    );
    for await (const session of sessions) {
      const intent = intentOf(session);
      const { id = '' } = intent ?? {};
      const payment = { session, intent, refunds: refunds.get(id) ?? [], disputes: disputes.get(id) ?? [] };
      const isOurs = session.metadata?.site === site && session.created >= seconds(from);
      const booked = isOurs ? bookedOf(reportStripe(payment)) : doubtfulOf(payment);
      if (booked !== null) yield booked;
    }
  }
  return { kind: 'list', list };
}
