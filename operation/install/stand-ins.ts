import type { Config } from '#base/config/config.server.ts';
import { secretsIn } from '#base/config/secrets.server.ts';

/** The variables that a stand-in needs, by its name. */
type StandIns = Readonly<Record<string, Readonly<Record<string, string>>>>;

const firstOf = (secrets: string) => secretsIn(secrets)[0];

function paymeOf({ publicUrl, PAYME_ID, PAYME_KEY }: Config): StandIns {
  if (PAYME_ID === undefined || PAYME_KEY === undefined) return {};
  return { payme: { PAYME_ID, PAYME_KEY: firstOf(PAYME_KEY), PAYME_ENDPOINT: `${publicUrl}/api/Payment/Payme` } };
}

function paymeCardOf({ publicUrl, PAYME_CARD_ID, PAYME_CARD_KEY }: Config): StandIns {
  if (PAYME_CARD_ID === undefined || PAYME_CARD_KEY === undefined) return {};
  const PAYME_CARD_ENDPOINT = `${publicUrl}/api/Payment/PaymeCard`;
  return { 'payme-card': { PAYME_CARD_ID, PAYME_CARD_KEY: firstOf(PAYME_CARD_KEY), PAYME_CARD_ENDPOINT } };
}

function clickOf(config: Config): StandIns {
  const { publicUrl, CLICK_SERVICE_ID, CLICK_MERCHANT_ID, CLICK_MERCHANT_USER_ID, CLICK_SECRET_KEY } = config;
  if (CLICK_SERVICE_ID === undefined || CLICK_MERCHANT_ID === undefined) return {};
  if (CLICK_MERCHANT_USER_ID === undefined || CLICK_SECRET_KEY === undefined) return {};
  const numbers = { CLICK_SERVICE_ID, CLICK_MERCHANT_ID, CLICK_MERCHANT_USER_ID };
  const endpoint = `${publicUrl}/api/Payment/Click`;
  return { click: { ...numbers, CLICK_SECRET_KEY: firstOf(CLICK_SECRET_KEY), CLICK_ENDPOINT: endpoint } };
}

function stripeOf({ publicUrl, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: Config): StandIns {
  if (STRIPE_SECRET_KEY === undefined || STRIPE_WEBHOOK_SECRET === undefined) return {};
  const STRIPE_ENDPOINT = `${publicUrl}/api/Payment/Stripe`;
  const secret = firstOf(STRIPE_WEBHOOK_SECRET);
  return {
    stripe: { STRIPE_SECRET_KEY: firstOf(STRIPE_SECRET_KEY), STRIPE_WEBHOOK_SECRET: secret, STRIPE_ENDPOINT },
  };
}

/** The stand-ins of `SANDBOX` beside the gateway's. */
export function standInsOf(config: Config): StandIns {
  const { SANDBOX } = config;
  return {
    ...(SANDBOX.includes('payme') && paymeOf(config)),
    ...(SANDBOX.includes('payme-card') && paymeCardOf(config)),
    ...(SANDBOX.includes('click') && clickOf(config)),
    ...(SANDBOX.includes('stripe') && stripeOf(config)),
  };
}

/** The settings with the addresses of the stand-ins that run. `sandboxUrl` null: none does. */
export function withStandInPages(config: Config, sandboxUrl: string | null): Config {
  if (sandboxUrl === null) return config;
  const { payme, 'payme-card': paymeCard, click, stripe } = standInsOf(config);
  return {
    ...config,
    ...(payme && { PAYME_CHECKOUT_URL: `${sandboxUrl}/payme`, PAYME_API_URL: `${sandboxUrl}/payme/api` }),
    ...(paymeCard && { PAYME_CARD_URL: `${sandboxUrl}/payme-card/api` }),
    ...(click && {
      CLICK_PAY_URL: `${sandboxUrl}/click/services/pay`,
      CLICK_API_URL: `${sandboxUrl}/click/v2/merchant`,
    }),
    ...(stripe && { STRIPE_API_URL: sandboxUrl }),
  };
}
