import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './network/free-port.ts';
import { testSecrets } from './start-app.ts';

const root = join(import.meta.dirname, '../..');

export interface StartedProgram {
  readonly child: ChildProcess;
  readonly url: string;
  readonly sandboxPort: number;
  printed(): string;
  /** Its standard error so far. */
  failures(): string;
  /** Waits until it serves; throws with its output where it ends before. */
  ready(): Promise<void>;
  /** Waits until it ends, and answers its exit status. */
  ended(): Promise<number | null>;
}

export interface StartedProgramOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Default: `node main.ts`. */
  readonly command?: readonly [program: string, ...words: string[]];
}

const isEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Starts it on free ports without the demo world. `env` holds at least `DATA_DIR`. */
export async function startProgram(options: StartedProgramOptions): Promise<StartedProgram> {
  const [program, ...words] = options.command ?? [process.execPath, 'main.ts'];
  const port = await freePort();
  const sandboxPort = await freePort();
  const base = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', HOST: '127.0.0.1', DEMO: 'off' };
  const env = { ...base, PORT: String(port), SANDBOX_PORT: String(sandboxPort), ...options.env };
  const secrets = { JWT_SECRET: testSecrets.jwt, PAYMENT_SECRET: testSecrets.payment };
  const child = spawn(program, words, { cwd: root, env: { ...secrets, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const out: string[] = [];
  const failed: string[] = [];
  child.stdout.on('data', (piece) => out.push(String(piece)));
  child.stderr.on('data', (piece) => failed.push(String(piece)));
  const closed = once(child, 'close');
  const url = `http://127.0.0.1:${env.PORT}`;
  const printed = () => [...out, ...failed].join('');
  return {
    child,
    url,
    sandboxPort,
    printed,
    failures: () => failed.join(''),
    async ready() {
      for (;;) {
        if (isEnded(child)) throw new Error(`the program has ended:\n${printed()}`);
        const answer = await fetch(`${url}/health/ready`).catch(() => null);
        if (answer?.ok) return;
        await pause(50);
      }
    },
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}

/** The living processes whose command line or environment names a text, such as their data folder. */
export async function processesNaming(text: string): Promise<{ pid: number; line: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
      const line = await read('cmdline');
      const environment = await read('environ');
      // Of a process that has ended and waits for its parent, both are empty.
      return `${line}${environment}`.includes(text) ? [{ pid: Number(pid), line: line.replaceAll('\0', ' ') }] : [];
    }),
  );
  return found.flat();
}

/** Waits until none of them lives, at most so long; answers the command lines of those that still do. */
export async function untilGone(text: string, milliseconds: number): Promise<string[]> {
  for (const giveUpAt = Date.now() + milliseconds; ; await pause(50)) {
    const left = await processesNaming(text);
    if (left.length === 0 || Date.now() > giveUpAt) return left.map(({ line }) => line);
  }
}

/** A data folder that PostgreSQL's user may pass through where root runs the tests. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'opora-start-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Ends whatever still works for a data folder, and removes it. */
export async function removeDataDir(folder: string): Promise<void> {
  for (const { pid } of await processesNaming(folder)) process.kill(pid, 'SIGKILL');
  await untilGone(folder, 5_000);
  await rm(folder, { recursive: true, force: true });
}
