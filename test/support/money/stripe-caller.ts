import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { toMain } from '#base/money/money.ts';
import { openedOf, openShop, type Shop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { standInsOf, testSecrets } from '#test/support/start-app.ts';
import { stripeEnv, stripeStandIn } from './stripe-scene.ts';

/** An event of a session, as Stripe writes it. */
export const sessionEvent = (session: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type: 'checkout.session.completed',
  data: { object: { id: session, object: 'checkout.session', payment_intent: null } },
  ...more,
});

interface Signing {
  readonly secret?: string;
  /** Seconds since 1970. */
  readonly timestamp?: number;
}

/** Sends an event to a server as Stripe does, and returns the status of the answer. */
export async function sendEvent(url: string, event: unknown, { secret, timestamp }: Signing = {}): Promise<number> {
  const payload = JSON.stringify(event);
  const signed = { payload, secret: secret ?? stripeEnv.STRIPE_WEBHOOK_SECRET, ...(timestamp && { timestamp }) };
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': Stripe.webhooks.generateTestHeaderString(signed),
  };
  return (await fetch(`${url}/api/Payment/Stripe`, { method: 'POST', headers, body: payload })).status;
}

export function stripeOrders(shop: Shop, productId: () => string) {
  async function placed(system = 'stripe', quantity = 1) {
    const who = await shop.person();
    const { orderId, total } = await shop.ready(who, [{ productId: productId(), quantity }]);
    const pay = (at: string) => shop.askToPay(who, { orderId, expectedTotal: toMain(total), system: at });
    const { paymentId, paymentUrl } = openedOf(await pay(system));
    return { who, orderId, total, pay, paymentId, paymentUrl, status: () => shop.statusOf(who, orderId) };
  }
  return {
    placed,
    async row(paymentId: string) {
      const { rows } = await shop.app.db.pool.query<{ status: string; problem: string | null; refunded: number }>(
        'select status, problem, refunded from payment where id = $1',
        [paymentId],
      );
      return rows[0];
    },
    refund: async (orderId: string, by: SignedIn = shop.staff) => {
      const body = { orderId, reason: 'Передумал' };
      return (await shop.app.api('POST Order/Refund', { body }, { token: by.token })).status;
    },
    /** What the ledger says the system has, of one order. */
    async posted(orderId: string) {
      const { rows } = await shop.app.db.pool.query<{ sum: number }>(
        `select -coalesce(sum(e.amount), 0)::bigint as sum from entry e join posting p on p.id = e.posting_id
         join account a on a.id = e.account_id where a.kind = 'provider' and p.reference = $1`,
        [orderId],
      );
      return rows[0]?.sum;
    },
  };
}

/** A shop that is paid at Stripe, whose events can be kept from it. `env`: other settings. */
export async function openStripeShop(env: Readonly<Record<string, string>> = {}) {
  let isCut = false;
  let origin = '';
  const sandbox = standInsOf(stripeEnv, () => (isCut ? 'http://127.0.0.1:9' : origin));
  const shop = await openShop({ env: { ...stripeEnv, ...env }, sandbox });
  origin = shop.app.url;
  const productId = await shop.product({ stock: null });
  return {
    shop,
    standIn: stripeStandIn({ url: shop.app.sandbox.url, secret: testSecrets.payment }),
    orders: stripeOrders(shop, () => productId),
    /** Cuts the line from Stripe to the server, or restores it. */
    cut: (wanted: boolean) => {
      isCut = wanted;
    },
  };
}
