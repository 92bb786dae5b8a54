import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { z } from 'zod';
import { ProviderRefusal } from '#app/payments/payment-system.server.ts';
import { createStripeApi, type StripeAccount } from '#app/payments/systems/stripe/stripe-api.server.ts';
import { secretsIn } from '#base/config/secrets.server.ts';
import type { Check } from './examine.ts';
import { callAs } from './system-checks.ts';

/** Asks Stripe for the balance of the account. */
export function checkStripeApi(account: StripeAccount): Check {
  return async () => {
    const api = createStripeApi({ ...account, timeoutMs: 10_000 });
    const { livemode } = await api('ask', (stripe) => stripe.balance.retrieve()).catch((error: unknown) => {
      if (error instanceof ProviderRefusal)
        throw new Error('STRIPE_SECRET_KEY: Stripe refuses it: look at its dashboard, Developers, API keys', {
          cause: error,
        });
      throw new Error(`STRIPE_API_URL: nothing answers at ${account.url} as documented: look at the network`, {
        cause: error,
      });
    });
    if (typeof livemode !== 'boolean') {
      throw new Error(`STRIPE_API_URL: nothing answers at ${account.url} as documented: look at the network`);
    }
    const text = `Stripe accepts us at ${account.url}`;
    return livemode ? text : { note: `${text}, with a test key: no real money is taken` };
  };
}

const stripeAnswer = z.object({ received: z.boolean() });

/** Sends this installation an event as Stripe does, about nothing. */
export function checkStripeEvents(publicUrl: string, secret: string): Check {
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type: 'opora.check' });
  return () => {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: secretsIn(secret)[0] });
    return callAs({
      system: 'Stripe',
      url: `${publicUrl}/api/Payment/Stripe`,
      body: payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      codeIn: (answer) => {
        const received = stripeAnswer.safeParse(answer).data?.received;
        return received === undefined ? undefined : Number(received);
      },
      refusedKey: 0,
      keyName: 'STRIPE_WEBHOOK_SECRET',
    });
  };
}
