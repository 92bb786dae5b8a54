import Stripe from 'stripe';
import { z } from 'zod';
import { signed } from '#test/support/money/click-caller.ts';
import { stripeEnv } from '#test/support/money/stripe-scene.ts';
import type { SystemAnswer, SystemCall } from './call-storm.ts';
import type { HostedSystem } from './system-books.ts';

interface Forger {
  /** The call as those could send it who have no key: with another key, changed, or (where it has a time) too old. */
  forge(call: SystemCall): SystemCall[];
  isRefused(answer: SystemAnswer): boolean;
}

const withHeader = (call: SystemCall, name: string, value: string): SystemCall => ({
  ...call,
  headers: { ...call.headers, [name]: value },
});

const basic = (key: string) => `Basic ${Buffer.from(`Paycom:${key}`).toString('base64')}`;

const paymeAnswer = z.object({ error: z.object({ code: z.number() }) });
const clickAnswer = z.object({ error: z.number() });

/** Undefined: it is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const stripeSignature = (payload: string, more: { secret?: string; timestamp?: number }) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: stripeEnv.STRIPE_WEBHOOK_SECRET, ...more });

const paymeForger: Forger = {
  forge: (call) => ['another key', ''].map((key) => withHeader(call, 'authorization', basic(key))),
  isRefused: ({ body }) => paymeAnswer.safeParse(jsonOf(body)).data?.error.code === -32_504,
};

export const forgers: Readonly<Record<HostedSystem, Forger>> = {
  payme: paymeForger,
  'payme-card': paymeForger,
  click: {
    forge(call) {
      const { sign_string, ...members } = Object.fromEntries(new URLSearchParams(call.body));
      const of = (form: Readonly<Record<string, string>>) => ({ ...call, body: new URLSearchParams(form).toString() });
      const changed = { ...members, amount: '1.00', sign_string: sign_string ?? '' };
      return [of(signed(members, 'another key')), of(changed), of(members)];
    },
    isRefused: ({ body }) => clickAnswer.safeParse(jsonOf(body)).data?.error === -1,
  },
  stripe: {
    forge(call) {
      const old = Math.floor(Date.now() / 1_000) - 360;
      const signatures = [{ secret: 'another secret' }, { timestamp: old }].map((more) =>
        withHeader(call, 'stripe-signature', stripeSignature(call.body, more)),
      );
      return [...signatures, { ...call, body: `${call.body} ` }];
    },
    isRefused: ({ status }) => status >= 400 && status < 500,
  },
};
