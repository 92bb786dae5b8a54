import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { apiOf, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { type RunningFleet, startFleet } from '#test/torture/processes/fleet.ts';
import { startPaymentSandbox } from '../../../payment-gateway/server.ts';
import { type ProviderBook, readBooks } from './server-fleet.ts';

/** The folder of this release. */
export const releaseFolder = join(import.meta.dirname, '../../..');

type Call = TestApp['request'];

/** The product as an operator runs it on several processes: HAProxy before several `npm start` on one database. */
export interface FleetFixture {
  readonly fleet: RunningFleet;
  /** Calls that HAProxy balances over the processes. */
  readonly api: Call;
  /** Calls of each process, without HAProxy. */
  readonly apis: readonly Call[];
  readonly db: Database;
  /** Output of the processes and the fleet. */
  readonly lines: readonly string[];
  books(): Promise<ProviderBook[]>;
  close(): Promise<void>;
}

export interface FixtureOptions {
  readonly processes?: number;
  /** The release to start with. Default: this one. */
  readonly folder?: string;
  /** A database to start with, instead of an empty one with all migrations of this release. */
  readonly databaseUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) found.add(await freePort());
  return [...found];
}

/** The calls of a process by its number, starting at 1. */
export function processOf(fixture: FleetFixture, number: number): Call {
  const found = fixture.apis[number - 1];
  if (found === undefined) throw new Error(`there is no process ${number}`);
  return found;
}

/** Starts a fleet with its own provider. Default: 3 processes. */
export async function openFleetFixture(options: FixtureOptions = {}): Promise<FleetFixture> {
  const processes = options.processes ?? 3;
  const database = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const url = options.databaseUrl ?? database?.url ?? '';
  const [gateway, folder, ports] = await Promise.all([
    startPaymentSandbox({ secret: testSecrets.payment }),
    mkdtemp(join(tmpdir(), 'opora-fleet-data-')),
    freePorts(processes + 1),
  ]);
  const lines: string[] = [];
  const [port = 0, ...own] = ports;
  const fleet = await startFleet({
    folder: options.folder ?? releaseFolder,
    processes,
    host: '127.0.0.1',
    port,
    ports: own,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      SANDBOX_PORT: 'off',
      DEMO: 'off',
      LOG_LEVEL: 'info',
      TRUST_PROXY: '127.0.0.1',
      LIMITS: 'off',
      DATABASE_URL: url,
      DATABASE_POOL: '12',
      DATA_DIR: folder,
      PAYMENT_URL: gateway.url,
      PAYMENT_SECRET: testSecrets.payment,
      JWT_SECRET: testSecrets.jwt,
      ...options.env,
    },
    changed: () => undefined,
    log: (line) => void lines.push(line),
    said: (line) => void lines.push(line),
  }).catch((error: unknown) => {
    throw new Error(`the fleet does not start:\n${lines.slice(-20).join('\n')}`, { cause: error });
  });
  const db = openDatabase({ url, max: 8 });
  return {
    fleet,
    db,
    lines,
    api: apiOf(fleet.url),
    apis: fleet.members.map((member) => apiOf(member.url)),
    books: () => readBooks(gateway.url),
    async close() {
      await fleet.stop();
      await gateway.close();
      await db.close();
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
