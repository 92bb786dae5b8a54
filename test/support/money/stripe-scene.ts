import { z } from 'zod';
import type { HostedSceneOptions, SystemScene } from './system-scenes.ts';

/** Settings of an installation that offers Stripe beside the gateway. */
export const stripeEnv = {
  PAYMENT: 'gateway,stripe',
  STRIPE_SECRET_KEY: 'sk_test_key_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret_of_the_tests',
} as const;

/** Test cards (https://docs.stripe.com/testing). */
export const stripeCards = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  authenticates: '4000002500003155',
} as const;

const books = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      amount: z.number(),
      charges: z.number(),
      key: z.string(),
      refunds: z.array(z.object({ id: z.string(), amount: z.number(), status: z.string() })),
      events: z.array(z.object({ id: z.string(), type: z.string(), state: z.string() })),
    }),
  ),
  unequal: z.array(z.string()),
});

/** The id of a session, from the address of its page. */
export const sessionIdOf = (paymentUrl: string) => paymentUrl.split('/').at(-1) ?? '';

/** What a payer, an operator and a tester do at the stand-in for Stripe. */
export function stripeStandIn({ url, secret }: { readonly url: string; readonly secret: string }) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
  const asMerchant = { authorization: `Bearer ${stripeEnv.STRIPE_SECRET_KEY}` };
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${url}/v1/${path}`, { headers: asMerchant })).json();
  const read = async () => books.parse(await (await fetch(`${url}/stripe/control/books`, { headers })).json());
  const post = (address: string, form: Record<string, string> = {}) =>
    fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
  return {
    read,
    /** A payer sends a card number, or chooses `bank`, `complete` or `fail`. Returns the status of the answer. */
    pay: async (paymentUrl: string, how: string = stripeCards.succeeds) => {
      const isCard = /^\d/.test(how);
      const { status } = await post(`${paymentUrl}/${isCard ? 'card' : how}`, isCard ? { card: how } : {});
      return status;
    },
    /** An operator presses a button of the cabinet. */
    act: async (paymentUrl: string, act: string) => {
      await post(`${url}/stripe/sessions/${sessionIdOf(paymentUrl)}/${act}`);
    },
    mode: async (mode: string) => {
      await fetch(`${url}/stripe/control/faults`, { method: 'POST', headers, body: JSON.stringify({ mode }) });
    },
    /** Somebody refunds a part in the dashboard, in units of the API. */
    async refundPart(paymentUrl: string, amount: number): Promise<void> {
      const session = await get(`checkout/sessions/${sessionIdOf(paymentUrl)}`);
      const { payment_intent: intent } = z.object({ payment_intent: z.string() }).parse(session);
      const body = new URLSearchParams({ payment_intent: intent, amount: String(amount) });
      const headers = { ...asMerchant, 'idempotency-key': `dashboard-${intent}-${amount}` };
      const { status } = await fetch(`${url}/v1/refunds`, { method: 'POST', headers, body });
      if (status !== 200) throw new Error(`the refund was answered ${status}`);
    },
    /** Another site of the same account opens a session, with other members if they are given; returns the address of its page. */
    async openElsewhere(paymentUrl: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
      const price = 'line_items[0][price_data]';
      const form = {
        mode: 'payment',
        client_reference_id: 'theirs',
        'metadata[site]': 'https://elsewhere.example',
        [`${price}[unit_amount]`]: '5000',
        [`${price}[currency]`]: 'uzs',
        [`${price}[product_data][name]`]: 'A book',
        success_url: paymentUrl,
        cancel_url: paymentUrl,
        expires_at: String(Math.floor(Date.now() / 1_000) + 7_200),
        ...more,
      };
      const headers = { ...asMerchant, 'idempotency-key': `of another site ${JSON.stringify(more)}` };
      const body = new URLSearchParams(form);
      const answer = await fetch(`${url}/v1/checkout/sessions`, { method: 'POST', headers, body });
      return z.object({ url: z.string() }).parse(await answer.json()).url;
    },
    async sessionOf(paymentUrl: string) {
      const { sessions, unequal } = await read();
      if (unequal.length > 0) throw new Error(`answered differently when repeated: ${unequal.join(', ')}`);
      const found = sessions.find(({ id }) => id === sessionIdOf(paymentUrl));
      if (found === undefined) throw new Error(`no session of ${paymentUrl}`);
      return found;
    },
  };
}

export function stripeScene({ url, secret, cut }: HostedSceneOptions): SystemScene {
  const standIn = stripeStandIn({ url, secret });
  const modes = { none: 'ok', down: 'down', lie: 'lie-amount', noNews: 'ok', lostRefund: 'silent' } as const;
  return {
    name: 'stripe',
    refundsOnRequest: true,
    refundsParts: true,
    reportsRefunds: true,
    lacks: null,
    knowsOpened: false,
    pay: async (paymentUrl) => void (await standIn.pay(paymentUrl)),
    decline: async (paymentUrl) => void (await standIn.pay(paymentUrl, stripeCards.declined)),
    async fault(fault) {
      cut(fault === 'noNews' || fault === 'lostRefund');
      await standIn.mode(modes[fault]);
    },
    refundThere: (paymentUrl) => standIn.act(paymentUrl, 'refund'),
    async booksOf(paymentUrl) {
      const { amount, charges, refunds } = await standIn.sessionOf(paymentUrl);
      const back = refunds.reduce((sum, one) => sum + one.amount, 0);
      return { left: charges * amount - back, charges };
    },
  };
}
