/**
 * The stand-in for the external card payment gateway, a separate program. Environment:
 *
 * - SANDBOX_PORT (3001), HOST (127.0.0.1)
 * - PAYMENT_SECRET (opora-sandbox-secret): bearer secret of the server's calls, and key of the callbacks' signatures
 * - SITE_ORIGIN: origins of pages that may pay, separated by commas (default: any page on this machine)
 * - SANDBOX_URL: the gateway's address for payers (default: taken from the request)
 * - SANDBOX_DATA: journal file that stores the books between runs (default: in memory only)
 * - SANDBOX_PHONE_PREFIX (+998): prefix of the phones that receive codes
 * - SANDBOX_TIMEOUT_MS (30000): delay before the answer for the timeout test card
 * - SANDBOX (gateway): `payme`, `payme-card`, `click` and `stripe` in it, by commas, add the stand-ins below /payme, /payme-card, /click, and /stripe
 *   with /v1. They need PAYME_ID and PAYME_KEY, or PAYME_CARD_ID and PAYME_CARD_KEY, or CLICK_SERVICE_ID, CLICK_MERCHANT_ID, CLICK_MERCHANT_USER_ID and CLICK_SECRET_KEY, or STRIPE_SECRET_KEY and
 *   STRIPE_WEBHOOK_SECRET, and in PAYME_ENDPOINT, CLICK_ENDPOINT or STRIPE_ENDPOINT the merchant's address that they call; PAYME_CARD_ENDPOINT may be
 *   left out: then the cards' cash register has no endpoint
 */
import { z } from 'zod';
import { defaultPhonePrefix, defaultSecret, type PaymentSandbox, startPaymentSandbox } from './server.ts';
import { defaultTimings } from './timings.ts';

let sandbox: PaymentSandbox | null = null;
let isClosing = false;

async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  await sandbox?.close();
  process.exit(0);
}
process.on('SIGTERM', close);
process.on('SIGINT', close);
// With an IPC channel to the program that started it, the gateway ends together with that program.
process.on('disconnect', close);
if (process.connected === false) process.exit(0);

/** Reports why the gateway cannot start, also over the IPC channel, and exits. */
function fail(error: unknown): Promise<never> {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  console.error(`The payment sandbox cannot start: ${message}`);
  if (process.send === undefined) process.exit(1);
  process.send({ message, code }, () => process.exit(1));
  return new Promise(() => undefined);
}

const Environment = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  HOST: z.string().default('127.0.0.1'),
  PAYMENT_SECRET: z.string().min(1).default(defaultSecret),
  SITE_ORIGIN: z.string().optional(),
  SANDBOX_URL: z.url().optional(),
  SANDBOX_DATA: z.string().optional(),
  SANDBOX_PHONE_PREFIX: z
    .string()
    .regex(/^\+\d{1,4}$/)
    .default(defaultPhonePrefix),
  SANDBOX: z.string().default('gateway'),
  PAYME_ID: z.string().optional(),
  PAYME_KEY: z.string().optional(),
  PAYME_ENDPOINT: z.url().optional(),
  PAYME_CARD_ID: z.string().optional(),
  PAYME_CARD_KEY: z.string().optional(),
  PAYME_CARD_ENDPOINT: z.url().optional(),
  CLICK_SERVICE_ID: z.string().optional(),
  CLICK_MERCHANT_ID: z.string().optional(),
  CLICK_MERCHANT_USER_ID: z.string().optional(),
  CLICK_SECRET_KEY: z.string().optional(),
  CLICK_ENDPOINT: z.url().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_ENDPOINT: z.url().optional(),
  SANDBOX_TIMEOUT_MS: z.coerce.number().int().min(0).default(defaultTimings.providerTimeoutMs),
});

// An empty variable counts as unset.
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const environment = Environment.safeParse(given);
if (!environment.success) {
  console.error(`The payment sandbox cannot start:\n${z.prettifyError(environment.error)}`);
  process.exit(1);
}
const env = environment.data;

type Environment = z.infer<typeof Environment>;

const isAskedFor = ({ SANDBOX }: Environment, name: string) => SANDBOX.split(',').some((one) => one.trim() === name);

/** The value of a variable that a stand-in needs. Throws if it is missing. */
function required(values: Environment, standIn: string, name: keyof Environment): string {
  const value = values[name];
  if (typeof value !== 'string') throw new Error(`SANDBOX=${standIn} needs ${name}`);
  return value;
}

/** The stand-in for Payme, if it is asked for; null: it is not. */
function paymeOf(values: Environment) {
  if (!isAskedFor(values, 'payme')) return null;
  const of = (name: keyof Environment) => required(values, 'payme', name);
  const url = of('PAYME_ENDPOINT');
  return { id: of('PAYME_ID'), key: of('PAYME_KEY'), endpoint: () => url };
}

/** The same for Payme's Subscribe API. */
function paymeCardOf(values: Environment) {
  if (!isAskedFor(values, 'payme-card')) return null;
  const of = (name: keyof Environment) => required(values, 'payme-card', name);
  const { PAYME_CARD_ENDPOINT: url } = values;
  return { id: of('PAYME_CARD_ID'), key: of('PAYME_CARD_KEY'), endpoint: url === undefined ? null : () => url };
}

/** The same for Click. */
function clickOf(values: Environment) {
  if (!isAskedFor(values, 'click')) return null;
  const of = (name: keyof Environment) => required(values, 'click', name);
  const url = of('CLICK_ENDPOINT');
  return {
    serviceId: of('CLICK_SERVICE_ID'),
    merchantId: of('CLICK_MERCHANT_ID'),
    userId: of('CLICK_MERCHANT_USER_ID'),
    key: of('CLICK_SECRET_KEY'),
    endpoint: () => url,
  };
}

/** The same for Stripe. */
function stripeOf(values: Environment) {
  if (!isAskedFor(values, 'stripe')) return null;
  const of = (name: keyof Environment) => required(values, 'stripe', name);
  const url = of('STRIPE_ENDPOINT');
  return { key: of('STRIPE_SECRET_KEY'), webhookSecret: of('STRIPE_WEBHOOK_SECRET'), endpoint: () => url };
}

const starting = async () =>
  startPaymentSandbox({
    port: env.SANDBOX_PORT,
    host: env.HOST,
    secret: env.PAYMENT_SECRET,
    siteOrigins: env.SITE_ORIGIN?.split(',').map((origin) => origin.trim()) ?? null,
    publicUrl: env.SANDBOX_URL?.replace(/\/$/, '') ?? null,
    dataFile: env.SANDBOX_DATA ?? null,
    phonePrefix: env.SANDBOX_PHONE_PREFIX,
    timings: { providerTimeoutMs: env.SANDBOX_TIMEOUT_MS },
    payme: paymeOf(env),
    paymeCard: paymeCardOf(env),
    click: clickOf(env),
    stripe: stripeOf(env),
    log: process.stderr,
  });
sandbox = await starting().catch(fail);
console.log(`Payment sandbox: ${sandbox.url}`);
// Reports the address to the program that started it. It is no error if that program has ended.
process.send?.({ url: sandbox.url }, () => undefined);
