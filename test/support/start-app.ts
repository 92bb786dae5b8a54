import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyCall } from '#app/calls.ts';
import type { Clock } from '#app/memberships/clock.server.ts';
import type { PagesMode } from '#app/pages.server.ts';
import { type Opora, startOpora } from '#app/server-process.server.ts';
import { type CallName, serialiseQuery } from '#base/calls/call-client.ts';
import { type Config, readConfig } from '#base/config/config.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { createLog } from '#base/process/log.server.ts';
import type { ProcessClock } from '#base/process/process-clock.server.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { readArchive } from '../../operation/person/archive/read-archive.ts';
import { type PaymentSandbox, type SandboxOptions, startPaymentSandbox } from '../../payment-gateway/server.ts';
import { closedAtLast } from './left-open.ts';
import { freePort } from './network/free-port.ts';
import { withinLimit } from './within-limit.ts';

export const testSecrets = {
  payment: 'payment-secret-of-the-tests',
  jwt: 'jwt-secret-of-the-tests-0123456789',
} as const;

/** The raw response to a call. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, or its text where it is no JSON. */
  readonly body: unknown;
}

/** The members of a successful answer's data; none where it has no data. */
export function dataOf({ body }: ApiAnswer): Record<string, unknown> {
  return Object.assign({}, Object.assign({ data: {} }, body).data);
}

interface ApiSettings {
  readonly token?: string;
  readonly idempotencyKey?: string;
  /** The client's address, sent as a proxy's `X-Forwarded-For`. */
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiInput {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface TestApp {
  readonly url: string;
  readonly db: Database;
  /** Dropped by `close`: another app on it is closed before. */
  readonly databaseUrl: string;
  /** The folder with the program's data, removed by `close`. */
  readonly dataDir: string;
  readonly opora: Opora;
  readonly sandbox: PaymentSandbox;
  /** Lines that the program has logged so far. */
  readonly logLines: readonly string[];
  /** Makes a call over HTTP by its name in the contract; the input is sent as it is, right or wrong. */
  api(name: CallName<AnyCall>, input?: ApiInput, settings?: ApiSettings): Promise<ApiAnswer>;
  /** The same by a name that is only known while the test runs. */
  request(name: string, input?: ApiInput, settings?: ApiSettings): Promise<ApiAnswer>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly sandbox?: SandboxOptions;
  /** A database that outlives the app; else it gets one of its own, dropped with it. */
  readonly databaseUrl?: string;
  /** `built`: screens too, from the build that is there. */
  readonly pages?: PagesMode;
  /** The clock of memberships. */
  readonly clock?: Clock;
  /** The clock of waits. */
  readonly processClock?: ProcessClock;
  /** Milliseconds before long waits for the database are refused. Default: a minute, as a machine busy with other tests is no overload. */
  readonly patience?: number;
  /** Names of background jobs that the test runs itself, so that the app's own run never holds what it has made due. */
  readonly heldJobs?: readonly string[];
  /** Pauses of background jobs are so many times as long, for a test that waits for what they do. */
  readonly jobPace?: number;
  /** Runs before the app listens and its background jobs start. */
  readonly prepare?: (inside: Pick<Opora, 'areas'>) => Promise<void>;
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function headersOf(input: ApiInput, settings: ApiSettings): Record<string, string> {
  return {
    ...(input.body !== undefined && { 'content-type': 'application/json' }),
    ...(settings.token !== undefined && { authorization: `Bearer ${settings.token}` }),
    ...(settings.idempotencyKey !== undefined && { 'idempotency-key': settings.idempotencyKey }),
    ...(settings.address !== undefined && { 'x-forwarded-for': settings.address }),
    ...settings.headers,
  };
}

/** Calls a server over HTTP by names of the contract. */
export function apiOf(url: string): TestApp['request'] {
  return async (name, input = {}, settings = {}) => {
    const [method = 'GET', path = ''] = name.split(' ');
    const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(input.params?.[part])));
    const search = input.query ? `?${serialiseQuery(input.query)}` : '';
    const response = await fetch(`${url}/api/${filled}${search}`, {
      method,
      headers: headersOf(input, settings),
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    });
    return { status: response.status, headers: response.headers, body: await readBody(response) };
  };
}

/** Where a server finds the stand-ins of the payment systems, by the sandbox's address. */
export const standInAddresses = (url: string) => ({
  PAYME_CHECKOUT_URL: `${url}/payme`,
  PAYME_API_URL: `${url}/payme/api`,
  PAYME_CARD_URL: `${url}/payme-card/api`,
  CLICK_PAY_URL: `${url}/click/services/pay`,
  CLICK_API_URL: `${url}/click/v2/merchant`,
  STRIPE_API_URL: url,
});

function configOf(options: TestAppOptions, where: { port: number; databaseUrl: string; paymentUrl: string }): Config {
  return readConfig({
    NODE_ENV: 'test',
    PORT: String(where.port),
    SANDBOX_PORT: 'off',
    PAYMENT_URL: where.paymentUrl,
    PAYMENT_SECRET: testSecrets.payment,
    ...standInAddresses(where.paymentUrl),
    JWT_SECRET: testSecrets.jwt,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_POOL: '10',
    DATABASE_URL: where.databaseUrl,
    DEMO: 'off',
    VIDEO_INFO_URL: 'off',
    LOG_LEVEL: 'debug',
    ...options.env,
  });
}

/** Another test process may take a free port before it is used: then another one is tried. */
async function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || tries === 5) throw error;
    }
  }
}

/** The stand-ins of the payment systems whose settings are given; they call the server at `origin`. */
export function standInsOf(env: Readonly<Record<string, string | undefined>>, origin: () => string): SandboxOptions {
  const { PAYME_ID: id, PAYME_KEY, CLICK_SERVICE_ID: serviceId, CLICK_SECRET_KEY } = env;
  const numbers = { merchantId: env.CLICK_MERCHANT_ID ?? '', userId: env.CLICK_MERCHANT_USER_ID ?? '' };
  const payme = id && PAYME_KEY ? { id, key: PAYME_KEY, endpoint: () => `${origin()}/api/Payment/Payme` } : null;
  const click = serviceId &&
    CLICK_SECRET_KEY && {
      serviceId,
      key: CLICK_SECRET_KEY,
      ...numbers,
      endpoint: () => `${origin()}/api/Payment/Click`,
    };
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  const stripe = secretKey &&
    webhookSecret && { key: secretKey, webhookSecret, endpoint: () => `${origin()}/api/Payment/Stripe` };
  const { PAYME_CARD_ID, PAYME_CARD_KEY } = env;
  const paymeCard = PAYME_CARD_ID &&
    PAYME_CARD_KEY && {
      id: PAYME_CARD_ID,
      key: PAYME_CARD_KEY,
      endpoint: () => `${origin()}/api/Payment/PaymeCard`,
    };
  return { payme, paymeCard: paymeCard || null, click: click || null, stripe: stripe || null };
}

/** Starts the real app on a database of its own, with the real payment sandbox beside it; screens are left out. */
export function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  return withinLimit('Starting an app', openApp(options));
}

async function openApp(options: TestAppOptions): Promise<TestApp> {
  const opened: (() => Promise<void>)[] = [];
  // Before the first part is there: what comes after it may fail.
  const close = closedAtLast(async () => {
    for (const part of opened.toReversed()) await part();
  });
  const database = options.databaseUrl === undefined ? await createTestDatabase() : null;
  if (database) opened.push(database.drop);
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  let origin = '';
  const standIns = standInsOf(options.env ?? {}, () => origin);
  const sandbox = await startPaymentSandbox({ secret: testSecrets.payment, ...standIns, ...options.sandbox });
  opened.push(() => sandbox.close());
  const logLines: string[] = [];
  const log = createLog(
    { level: options.env?.LOG_LEVEL ?? 'debug', pretty: false },
    { write: (line) => void logLines.push(line) },
  );
  const folder = new URL('../..', import.meta.url).pathname;
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-app-'));
  opened.push(() => rm(dataDir, { recursive: true, force: true }));
  const pages = options.pages ?? 'none';
  const opora = await onFreePort((port) => {
    const config = configOf(options, { port, databaseUrl, paymentUrl: sandbox.url });
    const where = { databaseUrl, paymentUrl: sandbox.url, folder, dataDir };
    const { clock, processClock, heldJobs, jobPace, prepare, patience = 60_000 } = options;
    return startOpora({
      config,
      log,
      readArchive,
      pages,
      patience,
      heldJobs,
      jobPace,
      ...where,
      ...(clock && { clock }),
      ...(processClock && { processClock }),
      ...(prepare && { prepare }),
    });
  });
  opened.push(() => opora.close());
  origin = opora.url;
  return {
    url: opora.url,
    db: opora.db,
    databaseUrl,
    dataDir,
    opora,
    sandbox,
    logLines,
    api: apiOf(opora.url),
    request: apiOf(opora.url),
    close,
  };
}
