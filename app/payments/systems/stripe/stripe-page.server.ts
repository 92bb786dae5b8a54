import type { Database } from '#base/db/db.server.ts';
import type { PaymentSystem } from '../../payment-system.server.ts';
import type { CallbackAddresses } from '../callback-addresses.server.ts';
import { createStripeApi, type StripeAccount } from './stripe-api.server.ts';
import { stripeBooks } from './stripe-books.server.ts';
import { registerStripe } from './stripe-events.server.ts';
import { refundStripe } from './stripe-refunds.server.ts';
import { readStripePayment, reportStripe } from './stripe-report.server.ts';
import { expireSession, openSession } from './stripe-sessions.server.ts';

export interface StripeOptions extends StripeAccount, CallbackAddresses {
  readonly db: Database;
  /** The secret that signs the events; several by commas while it is being changed. */
  readonly webhookSecret: string;
  /** The site's address, which marks its sessions: several sites may share an account. */
  readonly site: string;
}

/**
 * Stripe's own page, where the payer pays by card or as the account offers (https://docs.stripe.com/payments/checkout). Stripe reports changes by
 * signed events, and each makes the server ask: only answers are settled.
 */
export function createStripe({ db, webhookSecret, addresses, site, ...account }: StripeOptions): PaymentSystem {
  const api = createStripeApi(account);
  const ask = async (id: string) => reportStripe(await readStripePayment(api, id));
  return {
    name: 'stripe',
    way: 'redirect',
    browserOrigins: [],
    books: stripeBooks(api, site),
    asksFirst: false,
    refundsParts: true,
    open: (payment) => openSession({ db, api, site }, payment),
    ask,
    probe: () => api('probe', (stripe) => stripe.balance.retrieve()),
    async leave(id) {
      await expireSession(api, id);
      return ask(id);
    },
    refund: (id, key, amount) => refundStripe(api, id, { key, amount }),
    register: (scope, payments) => registerStripe(scope, { db, api, site, secret: webhookSecret, addresses, payments }),
  };
}
