import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#test/support/free-port.ts';

const root = join(import.meta.dirname, '../..');

/** The whole product on a database of its own with the demo world, as somebody outside meets it. */
export interface Target {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Whether its process is still there. */
  isAlive(): boolean;
  /** Resident memory of its process in megabytes. */
  memory(): Promise<number>;
  /** The lines that it has logged. */
  log(): Promise<string[]>;
  stop(): Promise<void>;
}

const attempts = 4_500;

async function untilReady(url: string, child: ChildProcess, logFile: string): Promise<void> {
  for (let tries = 0; tries < attempts; tries += 1) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error(`the server did not start:\n${(await readFile(logFile, 'utf8')).slice(-2_000)}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([gone, pause(15_000).then(() => child.kill('SIGKILL'))]);
}

async function residentMegabytes(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 2 ** 20);
}

/** Starts the product as `npm start` does, on free ports and an empty folder, so that nothing of this machine is touched. */
export async function startTarget(workDir: string, limits: 'on' | 'off'): Promise<Target> {
  await mkdir(workDir, { recursive: true });
  const dataDir = await mkdtemp(join(workDir, 'data-'));
  const logFile = join(workDir, `server-limits-${limits}.log`);
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, ['main.ts'], {
    cwd: root,
    stdio: ['ignore', log, log],
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), SANDBOX_PORT: String(sandboxPort) },
      ...{ PUBLIC_URL: url, DATA_DIR: dataDir, LIMITS: limits, LOG_LEVEL: 'info', DEMO: 'on' },
      JWT_SECRET: 'attacked-jwt-secret-0123456789',
    },
  });
  closeSync(log);
  try {
    await untilReady(url, child, logFile);
  } catch (error) {
    await end(child);
    throw error;
  }
  return {
    url,
    port,
    dataDir,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    memory: () => residentMegabytes(url),
    log: async () => (await readFile(logFile, 'utf8')).split('\n').filter((line) => line !== ''),
    stop: async () => {
      await end(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
