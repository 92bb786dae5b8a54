import type { Config } from '#base/config/config.server.ts';
import { ConfigError } from '#base/config/config-error.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { createGateway, type GatewayOptions } from './gateway/gateway-client.server.ts';
import { createPayme } from './payme/payme-page.server.ts';
import { type PaymentSystem, PaymentSystems } from './payment-system.server.ts';

export interface SystemsOptions {
  readonly db: Database;
  readonly config: Config;
  /** Origin of the gateway; null: it is not configured. */
  readonly paymentUrl: string | null;
  /** Called with the duration of each answer of a system. */
  readonly answered?: GatewayOptions['answered'];
}

function gatewayOf({ config, paymentUrl: url, answered }: SystemsOptions): PaymentSystem[] {
  if (url === null) return [];
  const callbackUrl = `${config.publicUrl}/api/Payment/Callback`;
  return [createGateway({ url, secret: config.PAYMENT_SECRET, callbackUrl, ...(answered && { answered }) })];
}

function paymeOf({ db, config }: SystemsOptions): PaymentSystem[] {
  const { PAYME_ID: id, PAYME_KEY: key, PAYME_CHECKOUT_URL: checkoutUrl, PAYME_ITEM_CODE: code } = config;
  if (id === undefined || key === undefined) return [];
  const { PAYME_PACKAGE_CODE: packageCode, PAYME_VAT: vat } = config;
  return [createPayme({ db, id, key, checkoutUrl, fiscal: code === undefined ? null : { code, packageCode, vat } })];
}

/** Creates the systems that are configured, and offers those that `PAYMENT` names, in its order. */
export function createPaymentSystems(options: SystemsOptions): PaymentSystems {
  const systems = [...gatewayOf(options), ...paymeOf(options)];
  const { PAYMENT: offered } = options.config;
  const missing = offered.find((wanted) => systems.every(({ name }) => name !== wanted));
  if (missing !== undefined) throw new ConfigError(`PAYMENT: ${missing} is not configured`);
  return new PaymentSystems(systems, offered);
}
