import type { Config } from '#base/config/config.server.ts';
import { ConfigError } from '#base/config/config-error.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { chargeTokenSealer } from '../card-token-sealer.server.ts';
import type { TaxItem } from '../payment-lines.ts';
import { type PaymentSystem, PaymentSystems } from '../payment-system.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import { createClick } from './click/click-page.server.ts';
import { createGateway, type GatewayOptions } from './gateway/gateway-client.server.ts';
import { createPayme } from './payme/payme-page.server.ts';
import { createPaymeCard } from './payme-card/payme-card.server.ts';
import { createStripe } from './stripe/stripe-page.server.ts';
import { SystemHealth } from './system-health.server.ts';

export interface SystemsOptions {
  readonly db: Database;
  readonly config: Config;
  /** Origin of the gateway; null: it is not configured. */
  readonly paymentUrl: string | null;
  /** Called with the duration of each answer of a system. */
  readonly answered?: (system: PaymentSystemName, ...answer: Parameters<Answered>) => void;
}

type Answered = NonNullable<GatewayOptions['answered']>;

/** The options of one system, whose answers are distinguished from those of the others. */
type OneOptions = Omit<SystemsOptions, 'answered'> & { readonly answered: Answered };

function gatewayOf({ config, paymentUrl: url, answered }: OneOptions): PaymentSystem[] {
  if (url === null) return [];
  const callbackUrl = `${config.publicUrl}/api/Payment/Callback`;
  return [createGateway({ url, secret: config.PAYMENT_SECRET, callbackUrl, answered })];
}

/** What the configuration calls all that is sold; null: nothing. */
export function taxItemOf(config: Config): TaxItem | null {
  const { PAYME_ITEM_CODE: code, PAYME_PACKAGE_CODE: packageCode, PAYME_VAT: vat } = config;
  return code === undefined ? null : { code, packageCode, unit: '', vat };
}

function paymeOf({ db, config }: SystemsOptions): PaymentSystem[] {
  const { PAYME_ID: id, PAYME_KEY: key, PAYME_CHECKOUT_URL: checkoutUrl, PAYME_ADDRESSES: addresses } = config;
  if (id === undefined || key === undefined) return [];
  const { PAYME_API_URL: apiUrl } = config;
  return [createPayme({ db, id, key, checkoutUrl, apiUrl, addresses, taxItem: taxItemOf(config) })];
}

function paymeCardOf({ db, config, answered }: OneOptions): PaymentSystem[] {
  const { PAYME_CARD_ID: id, PAYME_CARD_KEY: key, PAYME_CARD_URL: url, PAYME_ADDRESSES: addresses } = config;
  if (id === undefined || key === undefined) return [];
  const sealer = chargeTokenSealer(config.JWT_SECRET);
  return [createPaymeCard({ db, id, key, url, addresses, answered, sealer, taxItem: taxItemOf(config) })];
}

function clickOf({ db, config, answered }: OneOptions): PaymentSystem[] {
  const { CLICK_SERVICE_ID: serviceId, CLICK_MERCHANT_ID: merchantId, CLICK_PAY_URL: payUrl } = config;
  const { CLICK_MERCHANT_USER_ID: userId, CLICK_SECRET_KEY: key, CLICK_API_URL: apiUrl } = config;
  if (serviceId === undefined || merchantId === undefined || userId === undefined || key === undefined) return [];
  const { CLICK_ADDRESSES: addresses, CLICK_TAX_NUMBER: taxNumber = null } = config;
  return [createClick({ db, serviceId, merchantId, userId, key, payUrl, apiUrl, taxNumber, addresses, answered })];
}

function stripeOf({ db, config, answered }: OneOptions): PaymentSystem[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url } = config;
  if (key === undefined || webhookSecret === undefined) return [];
  const { STRIPE_ADDRESSES: addresses, publicUrl: site } = config;
  return [createStripe({ db, key, webhookSecret, url, addresses, site, answered })];
}

/** Creates the systems that are configured, and offers those that `PAYMENT` names, in its order. */
export function createPaymentSystems(options: SystemsOptions): PaymentSystems {
  const health = new SystemHealth();
  /** The same options, whose answers also show whether the system is down. */
  const noting = (name: PaymentSystemName): OneOptions => ({
    ...options,
    answered(call, outcome, seconds) {
      health.note(name, outcome);
      options.answered?.(name, call, outcome, seconds);
    },
  });
  const systems = [
    ...gatewayOf(noting('gateway')),
    ...paymeOf(options),
    ...paymeCardOf(noting('payme-card')),
    ...clickOf(noting('click')),
    ...stripeOf(noting('stripe')),
  ];
  const { PAYMENT: offered } = options.config;
  const missing = offered.find((wanted) => systems.every(({ name }) => name !== wanted));
  if (missing !== undefined) throw new ConfigError(`PAYMENT: ${missing} is not configured`);
  return new PaymentSystems(systems, offered, health);
}
