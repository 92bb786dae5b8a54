import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyCall } from '#app/calls.ts';
import type { PagesMode } from '#app/pages.server.ts';
import { type Opora, startOpora } from '#app/server-process.server.ts';
import { type CallName, serialiseQuery } from '#base/calls/call-client.ts';
import { type Config, readConfig } from '#base/config/config.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { createLog } from '#base/process/log.server.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { type PaymentSandbox, type SandboxOptions, startPaymentSandbox } from '../../payment-gateway/server.ts';
import { freePort } from './free-port.ts';

/** Secrets that tests know. */
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

function configOf(options: TestAppOptions, where: { port: number; databaseUrl: string; paymentUrl: string }): Config {
  return readConfig({
    NODE_ENV: 'test',
    PORT: String(where.port),
    SANDBOX_PORT: 'off',
    PAYMENT_URL: where.paymentUrl,
    PAYMENT_SECRET: testSecrets.payment,
    PAYME_CHECKOUT_URL: `${where.paymentUrl}/payme`,
    JWT_SECRET: testSecrets.jwt,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_POOL: '10',
    DATABASE_URL: where.databaseUrl,
    DEMO: 'off',
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

/** Starts the real app on a database of its own, with the real payment sandbox beside it; screens are left out. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  let origin = '';
  const { PAYME_ID: id, PAYME_KEY: key } = options.env ?? {};
  const payme = id && key ? { id, key, endpoint: () => `${origin}/api/Payment/Payme` } : null;
  const sandbox = await startPaymentSandbox({ secret: testSecrets.payment, payme, ...options.sandbox });
  const logLines: string[] = [];
  const log = createLog(
    { level: options.env?.LOG_LEVEL ?? 'debug', pretty: false },
    { write: (line) => void logLines.push(line) },
  );
  const folder = new URL('../..', import.meta.url).pathname;
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-app-'));
  const pages = options.pages ?? 'none';
  const opora = await onFreePort((port) => {
    const config = configOf(options, { port, databaseUrl, paymentUrl: sandbox.url });
    return startOpora({ config, databaseUrl, paymentUrl: sandbox.url, log, pages, folder, dataDir });
  });
  origin = opora.url;
  return {
    url: opora.url,
    db: opora.db,
    opora,
    sandbox,
    logLines,
    api: apiOf(opora.url),
    request: apiOf(opora.url),
    async close() {
      await opora.close();
      await sandbox.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
