/**
 * The stand-in of the external card payment provider, as a program of its own. Environment:
 *
 * - SANDBOX_PORT (3001), HOST (127.0.0.1)
 * - PAYMENT_SECRET (opora-sandbox-secret): bearer of the server's calls and key of the callbacks' signatures
 * - SITE_ORIGIN: origins whose pages may pay, separated by commas (default: any page on this machine)
 * - SANDBOX_URL: the address by which payers reach the sandbox (default: taken from the request)
 * - SANDBOX_DATA: journal file that keeps the books between runs (default: kept in memory only)
 * - SANDBOX_PHONE_PREFIX (+998): what the phones that codes go to begin with
 * - SANDBOX_TIMEOUT_MS (30000): how long the silent test card is silent
 */
import { z } from 'zod';
import { defaultPhonePrefix, defaultSecret, startPaymentSandbox } from './server.ts';
import { defaultTimings } from './timings.ts';

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
  SANDBOX_TIMEOUT_MS: z.coerce.number().int().min(0).default(defaultTimings.providerTimeoutMs),
});

// A variable set to nothing counts as not set.
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const environment = Environment.safeParse(given);
if (!environment.success) {
  console.error(`The payment sandbox cannot start:\n${z.prettifyError(environment.error)}`);
  process.exit(1);
}
const env = environment.data;

const sandbox = await startPaymentSandbox({
  port: env.SANDBOX_PORT,
  host: env.HOST,
  secret: env.PAYMENT_SECRET,
  siteOrigins: env.SITE_ORIGIN?.split(',').map((origin) => origin.trim()) ?? null,
  publicUrl: env.SANDBOX_URL?.replace(/\/$/, '') ?? null,
  dataFile: env.SANDBOX_DATA ?? null,
  phonePrefix: env.SANDBOX_PHONE_PREFIX,
  timings: { providerTimeoutMs: env.SANDBOX_TIMEOUT_MS },
  log: process.stderr,
}).catch((error: unknown) => {
  console.error(`The payment sandbox cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
console.log(`Payment sandbox: ${sandbox.url}`);

let isClosing = false;
async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  await sandbox.close();
  process.exit(0);
}
process.on('SIGTERM', close);
process.on('SIGINT', close);
// Started by another program with an IPC channel, the sandbox does not outlive it.
process.on('disconnect', close);
