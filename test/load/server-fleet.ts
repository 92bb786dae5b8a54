import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { type FaultyProxy, openFaultyProxy } from '#test/load/money/faulty-proxy.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { apiOf, standInAddresses, standInsOf, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { type SandboxOptions, startPaymentSandbox } from '../../payment-gateway/server.ts';

const ownProgram = new URL('server-process.ts', import.meta.url).pathname;

interface ServerEnd {
  /** null: by a signal. */
  readonly code: number | null;
  readonly seconds: number;
}

/** A server in a process of its own, at the same address after every start. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  /** Calls by names of the contract. */
  readonly api: TestApp['request'];
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** `program`: of another release. Default: the one that the fleet began with. */
  start(program?: string): Promise<void>;
  /** SIGTERM, and SIGKILL if that takes over 12 seconds. */
  stop(): Promise<ServerEnd>;
  /** SIGSTOP: the process does nothing until `resume`. */
  pause(): void;
  /** SIGCONT */
  resume(): void;
}

async function end(child: ChildProcess | null, signal: 'SIGKILL' | 'SIGTERM'): Promise<ServerEnd> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) {
    return { code: child?.exitCode ?? null, seconds: 0 };
  }
  const begun = performance.now();
  const gone = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), 12_000);
  await gone;
  clearTimeout(late);
  return { code: child.exitCode, seconds: (performance.now() - begun) / 1000 };
}

const tries = 20;

interface ServerPlan {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the server's dependencies may be unreachable for a moment: then it is started again, as a supervisor would. */
  readonly isPatient: boolean;
  readonly program: string;
}

function makeServer({ port, env, isPatient, program: first }: ServerPlan, lines: string[]): ServerProcess {
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const startOnce = (program: string) => {
    const started = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH ?? '', ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => void lines.push(line));
    }
    const ready = once(started, 'message').then(() => true);
    return Promise.race([ready, once(started, 'exit').then(() => false)]);
  };
  const start = async (program = first) => {
    for (let left = isPatient ? tries : 1; left > 0; left -= 1) if (await startOnce(program)) return;
    throw new Error(`a server process does not start:\n${lines.slice(-20).join('\n')}`);
  };
  return {
    url,
    port,
    start,
    api: apiOf(url),
    async kill() {
      await end(child, 'SIGKILL');
    },
    stop: () => end(child, 'SIGTERM'),
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}

const providerBooks = z.object({
  payments: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      status: z.string(),
      amount: z.number(),
      refundedAmount: z.number(),
      history: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** A payment in the provider's books; amounts in minor units. */
export type ProviderBook = z.infer<typeof providerBooks>['payments'][number];

const control = { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' };

export async function readBooks(gatewayUrl: string): Promise<ProviderBook[]> {
  const response = await fetch(`${gatewayUrl}/control/books`, { headers: control });
  return providerBooks.parse(await response.json()).payments;
}

export interface Fleet {
  /** Each connects to the database under a name of its own: `opora-1`, `opora-2`, … */
  readonly servers: readonly ServerProcess[];
  readonly server: ServerProcess;
  readonly db: Database;
  readonly providerUrl: string;
  /** Output of all server processes. */
  readonly logLines: readonly string[];
  readonly network: Network;
  books(): Promise<ProviderBook[]>;
  /** Body of `POST /control/faults` of the gateway. */
  setFaults(faults: unknown): Promise<void>;
  close(): Promise<void>;
}

/** The calls of one of the servers, in turn. */
export const apiAt = ({ servers, server }: Pick<Fleet, 'servers' | 'server'>, index: number) =>
  (servers[index % servers.length] ?? server).api;

/** A network path: `clients` to the first server; `provider` for servers and payers, with callbacks through `clients`. */
type Way = 'clients' | 'database' | 'provider';

/** Proxies, each without faults until its `faults` are changed. */
type Network = Readonly<Partial<Record<Way, FaultyProxy>>>;

export interface FleetOptions {
  readonly servers?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** What one of the servers has beside it, by its place from 0 on. */
  readonly envOf?: (index: number) => Readonly<Record<string, string>>;
  readonly gateway?: SandboxOptions;
  /** An existing migrated database, which stays after the end. */
  readonly databaseUrl?: string;
  /** Network paths with a proxy. */
  readonly proxies?: readonly Way[];
  /** The program of a server process. Default: that of this release. */
  readonly program?: string;
}

async function openNetwork(ways: readonly Way[], urls: Readonly<Record<Way, string>>): Promise<Network> {
  const opened: Partial<Record<Way, FaultyProxy>> = {};
  for (const way of ways) opened[way] = await openFaultyProxy(Number(new URL(urls[way]).port));
  return opened;
}

const throughProxy = (url: string, proxy: FaultyProxy | undefined) => {
  if (proxy === undefined) return url;
  const changed = new URL(url);
  changed.port = new URL(proxy.url).port;
  return changed.toString();
};

function environmentOf(options: FleetOptions, where: { databaseUrl: string; providerUrl: string; folder: string }) {
  return {
    NODE_ENV: 'test',
    SANDBOX_PORT: 'off',
    DEMO: 'off',
    VIDEO_INFO_URL: 'off',
    LIMITS: 'off',
    LOG_LEVEL: 'info',
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: where.databaseUrl,
    DATABASE_POOL: '12',
    DATA_DIR: where.folder,
    PAYMENT_URL: where.providerUrl,
    PAYMENT_SECRET: testSecrets.payment,
    JWT_SECRET: testSecrets.jwt,
    ...standInAddresses(where.providerUrl),
    ...options.env,
  };
}

/** Starts server processes on one database, and the payment gateway with its books and the stand-ins whose settings are given. */
export async function openFleet(options: FleetOptions = {}): Promise<Fleet> {
  let origin = '';
  const standIns = standInsOf(options.env ?? {}, () => origin);
  const [database, gateway, folder] = await Promise.all([
    options.databaseUrl === undefined
      ? createTestDatabase()
      : { url: options.databaseUrl, drop: async () => undefined },
    startPaymentSandbox({ secret: testSecrets.payment, ...standIns, ...options.gateway }),
    mkdtemp(join(tmpdir(), 'opora-torture-')),
  ]);
  const lines: string[] = [];
  const ports: number[] = [];
  for (let index = 0; index < (options.servers ?? 1); index += 1) ports.push(await freePort());
  const { proxies = [], program = ownProgram } = options;
  const urls = { clients: `http://127.0.0.1:${ports[0]}`, database: database.url, provider: gateway.url };
  const network = await openNetwork(proxies, urls);
  origin = network.clients?.url ?? urls.clients;
  const env = {
    ...environmentOf(options, {
      databaseUrl: throughProxy(database.url, network.database),
      providerUrl: network.provider?.url ?? gateway.url,
      folder,
    }),
    ...(network.provider && network.clients && { PUBLIC_URL: network.clients.url }),
  };
  const servers = ports.map((port, index) => {
    const url = new URL(env.DATABASE_URL);
    url.searchParams.set('application_name', `opora-${index + 1}`);
    return makeServer(
      {
        port,
        env: { ...env, ...options.envOf?.(index), DATABASE_URL: url.toString() },
        isPatient: proxies.length > 0,
        program,
      },
      lines,
    );
  });
  const [server] = servers;
  if (server === undefined) throw new Error('a fleet needs a server');
  await Promise.all(servers.map((one) => one.start()));
  const db = openDatabase({ url: database.url, max: 10, applicationName: 'opora-torture' });
  return {
    servers,
    server,
    db,
    providerUrl: gateway.url,
    logLines: lines,
    network,
    books: () => readBooks(gateway.url),
    async setFaults(faults) {
      const body = JSON.stringify(faults);
      const response = await fetch(`${gateway.url}/control/faults`, { method: 'POST', headers: control, body });
      if (!response.ok) throw new Error(`the gateway does not take the faults ${body}`);
    },
    async close() {
      await Promise.all(servers.map((one) => one.stop()));
      for (const proxy of Object.values(network)) await proxy.close();
      await gateway.close();
      await db.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
