import { z } from 'zod';
import { addressesOf } from './networks.server.ts';
import { address, addressForm } from './value-forms.server.ts';

const group = 'money';
const whereStripe = 'must be set for `stripe`';

/** The account of the stand-in, whose keys are public: production refuses them. */
export const stripeOfSandbox = {
  STRIPE_SECRET_KEY: 'sk_test_opora_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_opora_sandbox',
} as const;

/** Secrets by commas, each with one of the prefixes that Stripe gives them. */
const prefixed = (prefix: RegExp) =>
  z
    .string()
    .refine((value) => value.split(',').every((secret) => prefix.test(secret.trim())))
    .optional();

/** The variables of Stripe, whose values its dashboard shows. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: prefixed(/^[sr]k_(test|live)_\w{8,}$/).meta({
    form: 'a key that begins with sk_live_, rk_live_, sk_test_ or rk_test_; several by commas',
    group,
    description:
      'Stripe: the secret key, or a restricted one that may write Checkout Sessions and refunds and read payments, disputes and the balance; several by commas while it is being changed: if one is refused, the next is tried',
    isSecret: true,
    unset: 'nothing, or that of the stand-in',
    inProduction: whereStripe,
  }),
  STRIPE_WEBHOOK_SECRET: prefixed(/^whsec_\w{8,}$/).meta({
    form: 'a secret that begins with whsec_; several by commas',
    group,
    description:
      'Stripe: the secret of the webhook endpoint `PUBLIC_URL/api/Payment/Stripe`; several by commas while it is being changed: events signed with any are accepted',
    isSecret: true,
    unset: 'nothing, or that of the stand-in',
    inProduction: whereStripe,
  }),
  STRIPE_API_URL: address
    .transform((url) => new URL(url).origin)
    .default('https://api.stripe.com')
    .meta({ form: addressForm, group, description: 'Stripe: origin of its API' }),
  STRIPE_ADDRESSES: addressesOf('Stripe'),
};

/** What stripe of `PAYMENT` needs. */
export const stripeNeeds = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
