import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { makeMemoryFolder } from '#test/support/database/memory-folder.ts';
import { freePort } from '#test/support/network/free-port.ts';

/** The package's folder. */
const root = join(import.meta.dirname, '../../..');
// A first start builds the pages, which takes a minute on two quiet cores.
const START_LIMIT = 230_000;

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

/** The address of the embedded server that a program has started in its folder. */
async function embeddedUrl(dataDir: string): Promise<string> {
  const joined = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await joined.stop();
  return joined.url;
}

/** Resolves when the program has printed its address and is ready to answer there. */
async function ready(address: string, app: ChildProcess, log: string): Promise<void> {
  const limit = Date.now() + START_LIMIT;
  while (Date.now() < limit) {
    if (app.exitCode !== null || app.signalCode !== null) throw new Error(`The app ended while starting: see ${log}`);
    // Of two runs at once, another program may have taken the port.
    const isPrinted = (await readFile(log, 'utf8').catch(() => '')).includes(address);
    const answer = isPrinted ? await fetch(`${address}/health/ready`).catch(() => null) : null;
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error(`The app was not ready in ${START_LIMIT / 1000} s: see ${log}`);
}

/** Ends a program that was started. */
async function stop(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => app.once('exit', () => resolve()));
  app.kill('SIGTERM');
  const late = setTimeout(() => app.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(late);
}

export interface StartedProduct {
  readonly url: string;
  readonly sandboxUrl: string;
  /** Of its database, where a story moves time that nobody waits for. */
  readonly databaseUrl: string;
  /** The file with what it has printed. */
  readonly log: string;
  close(): Promise<void>;
}

/** Starts the product as `npm start` does, on free ports, with a folder and a database of its own; `env` is added or replaces. */
export async function startProduct(name: string, env: Readonly<Record<string, string>>): Promise<StartedProduct> {
  const port = await freePort();
  const sandboxPort = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const data = await makeMemoryFolder(`opora-${name}-`);
  const database = await freshDatabase();
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const log = join(root, 'test-results', `${name}-${port}.log`);
  const app = spawn(process.execPath, ['main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      LIMITS: 'off',
      DEMO: 'on',
      VIDEO_INFO_URL: 'off',
      SANDBOX_PORT: String(sandboxPort),
      PAYMENT_URL: '',
      DATA_DIR: data,
      DATABASE_URL: database.url ?? '',
      ...env,
    },
  });
  const file = createWriteStream(log);
  for (const stream of [app.stdout, app.stderr]) stream.pipe(file, { end: false });
  const close = async () => {
    await stop(app);
    file.end();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  };
  await ready(url, app, log).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const databaseUrl = database.url ?? (await embeddedUrl(data));
  return { url, sandboxUrl, databaseUrl, log, close };
}
