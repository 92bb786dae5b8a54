import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { unpackBrowser } from './browser.ts';

const root = join(import.meta.dirname, '..');
const START_LIMIT = 180_000;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}

/** A database of this run on the server at `TEST_DATABASE_URL`; without one the app starts its embedded server. */
async function freshDatabase(): Promise<{ url: string | undefined; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return { url: undefined, drop: async () => {} };
  const name = `opora_e2e_${process.pid}_${Date.now()}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function ready(address: string, app: ChildProcess, log: string): Promise<void> {
  const limit = Date.now() + START_LIMIT;
  while (Date.now() < limit) {
    if (app.exitCode !== null || app.signalCode !== null) throw new Error(`The app ended while starting: see ${log}`);
    const answer = await fetch(`${address}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error(`The app was not ready in ${START_LIMIT / 1000} s: see ${log}`);
}

async function stop(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => app.once('exit', () => resolve()));
  app.kill('SIGTERM');
  const late = setTimeout(() => app.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(late);
}

/**
 * Starts the product as `npm start` does (build, database, demo world, payment sandbox), on free ports and with a
 * database of its own, and tells the tests its addresses in `E2E_URL` and `E2E_SANDBOX_URL`. Where both are set
 * already, the server there is tested as it is; it needs `LIMITS=off` and a short `SANDBOX_TIMEOUT_MS`.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await unpackBrowser();
  if (process.env.E2E_URL && process.env.E2E_SANDBOX_URL) return async () => {};
  const port = await freePort();
  const sandboxPort = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'opora-e2e-'));
  const database = await freshDatabase();
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const log = join(root, 'test-results', 'app.log');
  const address = `http://127.0.0.1:${port}`;
  const app = spawn(process.execPath, ['main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
      SANDBOX_PORT: String(sandboxPort),
      PAYMENT_URL: '',
      DATA_DIR: data,
      DATABASE_URL: database.url ?? '',
      DEMO: 'on',
      LIMITS: 'off',
      SANDBOX_TIMEOUT_MS: '3000',
    },
  });
  const file = createWriteStream(log);
  app.stdout.pipe(file, { end: false });
  app.stderr.pipe(file, { end: false });
  const finish = async () => {
    await stop(app);
    file.end();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  };
  try {
    await ready(address, app, log);
  } catch (error) {
    await finish();
    throw error;
  }
  process.env.E2E_URL = address;
  process.env.E2E_SANDBOX_URL = `http://127.0.0.1:${sandboxPort}`;
  return finish;
}
