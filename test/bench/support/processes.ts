import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { paymentSecret } from '#test/bench/tokens.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { browserHeaders } from './load.ts';

export const packageFolder = join(import.meta.dirname, '../../..');

/** A separate process beside the measurements. */
export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([gone, pause(12_000).then(() => child.kill('SIGKILL'))]);
}

async function forked(file: string, given: readonly string[]): Promise<Running> {
  const child = fork(join(import.meta.dirname, file), given, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const port = await Promise.race([
    once(child, 'message').then(([message]: unknown[]) => message),
    once(child, 'exit').then(([status]) => {
      throw new Error(`${file} ended with ${status}`);
    }),
  ]);
  return { url: `http://127.0.0.1:${port}`, stop: () => end(child) };
}

/** Sends the same bytes as `url` answers, by nothing but `node:http`. Its address has the same path. */
export async function startRawServer(url: string): Promise<Running> {
  const { pathname, search } = new URL(url);
  const running = await forked('raw-server.ts', [url, JSON.stringify(browserHeaders)]);
  return { ...running, url: `${running.url}${pathname}${search}` };
}

/** The statements of `file`, by path, behind nothing but `node:http` and `pg`. */
export function startBareReads(databaseUrl: string, file: string): Promise<Running> {
  return forked('bare-reads.ts', [databaseUrl, file]);
}

/** A payment gateway that opens every payment at once. */
export function startProvider(): Promise<Running> {
  return forked('provider.ts', []);
}

export interface AppOptions {
  /** The checkout. Default: this one. */
  readonly folder?: string;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface StartedApp extends Running {
  readonly pid: number;
  /** From the command until it could do its work. */
  readonly seconds: number;
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok === true;
}

/** Starts the product as `npm start` does, on a free port, and waits until it has printed its address and can do its work. */
export async function startApp(options: AppOptions): Promise<StartedApp> {
  const { folder = packageFolder, dataDir, env } = options;
  const url = `http://127.0.0.1:${await freePort()}`;
  const began = performance.now();
  const child = spawn(process.execPath, [...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []), 'main.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: new URL(url).port,
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    if (printed.length < 10_000) printed += part;
  });
  while (!printed.includes(url) || !(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode} instead of starting`);
    await pause(20);
  }
  return { url, pid: child.pid ?? 0, seconds: (performance.now() - began) / 1000, stop: () => end(child) };
}

/** Starts the product on a filled database, without the demo world, with the payment gateway of the measurements. */
export const startAppOn = (databaseUrl: string, gatewayUrl: string, dataDir: string): Promise<StartedApp> =>
  startApp({
    dataDir,
    env: {
      DATABASE_URL: databaseUrl,
      DEMO: 'off',
      SANDBOX_PORT: 'off',
      PAYMENT_URL: gatewayUrl,
      PAYMENT_SECRET: paymentSecret,
    },
  });
