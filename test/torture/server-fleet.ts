import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type Database, openDatabase } from '#base/db.server.ts';
import { createTestDatabase } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { apiOf, type TestApp, testSecrets } from '#test/start-app.ts';
import { type SandboxOptions, startPaymentSandbox } from '../../payment-sandbox/server.ts';

const program = new URL('./server-process.ts', import.meta.url).pathname;

/** A server in a process of its own, at the same address after every start. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  /** Calls by names of the contract. */
  readonly api: TestApp['request'];
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** SIGTERM, and SIGKILL where that takes over 10 seconds. */
  stop(): Promise<void>;
}

async function end(child: ChildProcess | null, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(late);
}

async function makeServer(env: Readonly<Record<string, string>>, lines: string[]): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const start = async () => {
    const started = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH ?? '', ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => void lines.push(line));
    }
    const ready = once(started, 'message').then(() => true);
    const isUp = await Promise.race([ready, once(started, 'exit').then(() => false)]);
    if (!isUp) throw new Error(`a server process does not start:\n${lines.slice(-20).join('\n')}`);
  };
  return {
    ...{ url, port, start, api: apiOf(url) },
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
}

const providerBooks = z.object({
  payments: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      status: z.string(),
      amount: z.number(),
      history: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** One payment as the provider's books have it; amount in minor units. */
export type ProviderBook = z.infer<typeof providerBooks>['payments'][number];

export interface Fleet {
  readonly servers: readonly ServerProcess[];
  /** The first server. */
  readonly server: ServerProcess;
  readonly db: Database;
  readonly providerUrl: string;
  /** What all server processes have written. */
  readonly logLines: readonly string[];
  books(): Promise<ProviderBook[]>;
  /** Body of `POST /control/faults` of the sandbox. */
  setFaults(faults: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface FleetOptions {
  readonly servers?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly sandbox?: SandboxOptions;
}

/** The product as it runs for real: server processes on one database, and the provider's stand-in with its books. */
export async function openFleet(options: FleetOptions = {}): Promise<Fleet> {
  const [database, sandbox, folder] = await Promise.all([
    createTestDatabase(),
    startPaymentSandbox({ secret: testSecrets.payment, ...options.sandbox }),
    mkdtemp(join(tmpdir(), 'opora-torture-')),
  ]);
  const lines: string[] = [];
  const env = {
    ...{
      NODE_ENV: 'test',
      SANDBOX_PORT: 'off',
      DEMO: 'off',
      LIMITS: 'off',
      LOG_LEVEL: 'info',
      TRUST_PROXY: '127.0.0.1',
    },
    ...{ DATABASE_URL: database.url, DATABASE_POOL: '12', DATA_DIR: folder },
    ...{ PAYMENT_URL: sandbox.url, PAYMENT_SECRET: testSecrets.payment, JWT_SECRET: testSecrets.jwt },
    ...options.env,
  };
  const servers = await Promise.all(Array.from({ length: options.servers ?? 1 }, () => makeServer(env, lines)));
  const [server] = servers;
  if (server === undefined) throw new Error('a fleet needs a server');
  await Promise.all(servers.map((one) => one.start()));
  const db = openDatabase({ url: database.url, max: 10 });
  const headers = { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' };
  return {
    ...{ servers, server, db, providerUrl: sandbox.url, logLines: lines },
    async books() {
      const response = await fetch(`${sandbox.url}/control/books`, { headers });
      return providerBooks.parse(await response.json()).payments;
    },
    async setFaults(faults) {
      const body = JSON.stringify(faults);
      const response = await fetch(`${sandbox.url}/control/faults`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`the sandbox does not take the faults ${body}`);
    },
    async close() {
      await Promise.all(servers.map((one) => one.stop()));
      await sandbox.close();
      await db.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
