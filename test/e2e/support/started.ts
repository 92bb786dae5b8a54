import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** The package's folder. */
export const root = join(import.meta.dirname, '../../..');
const START_LIMIT = 180_000;

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}

/** A database of this run on the server at `TEST_DATABASE_URL`; without one the app starts its embedded server. */
export async function freshDatabase(): Promise<{ url: string | undefined; drop: () => Promise<void> }> {
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

/** Resolves when the server at an address is ready to answer. */
export async function ready(address: string, app: ChildProcess, log: string): Promise<void> {
  const limit = Date.now() + START_LIMIT;
  while (Date.now() < limit) {
    if (app.exitCode !== null || app.signalCode !== null) throw new Error(`The app ended while starting: see ${log}`);
    const answer = await fetch(`${address}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error(`The app was not ready in ${START_LIMIT / 1000} s: see ${log}`);
}

/** Ends a program that was started. */
export async function stop(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => app.once('exit', () => resolve()));
  app.kill('SIGTERM');
  const late = setTimeout(() => app.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(late);
}
