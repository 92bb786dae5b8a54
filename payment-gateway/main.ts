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
 * - SANDBOX (gateway): `payme` in it, by commas, adds the stand-in for Payme below /payme; it needs PAYME_ID, PAYME_KEY and PAYME_ENDPOINT,
 *   the merchant's address that it calls
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

/** The stand-in for Payme, if it is asked for; null: it is not. */
function paymeOf({ SANDBOX, PAYME_ID: id, PAYME_KEY: key, PAYME_ENDPOINT: url }: z.infer<typeof Environment>) {
  if (!SANDBOX.split(',').some((name) => name.trim() === 'payme')) return null;
  if (id === undefined || key === undefined || url === undefined) {
    throw new Error('SANDBOX=payme needs PAYME_ID, PAYME_KEY and PAYME_ENDPOINT');
  }
  return { id, key, endpoint: () => url };
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
    log: process.stderr,
  });
sandbox = await starting().catch(fail);
console.log(`Payment sandbox: ${sandbox.url}`);
// Reports the address to the program that started it. It is no error if that program has ended.
process.send?.({ url: sandbox.url }, () => undefined);
