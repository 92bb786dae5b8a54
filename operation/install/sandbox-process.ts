import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { originOf } from '#base/config/config.server.ts';
import { StartFailure } from '#base/config/start-failure.server.ts';
import { withProcessLock } from '#base/db/process-lock.server.ts';
import type { standInsOf } from './stand-ins.ts';

export interface SandboxProcessOptions {
  /** The package's folder. */
  readonly folder: string;
  /** The port for a new sandbox; one that already serves these books is used on any port. */
  readonly port: number;
  readonly host: string;
  readonly secret: string;
  /** Of the country's phones, with its plus. */
  readonly phonePrefix: string;
  /** Stand-ins beside the gateway's, each with the variables that it needs; absent: none. */
  readonly standIns?: ReturnType<typeof standInsOf>;
  /** The file of the sandbox's books. Beside it, `….process.json` names the process that serves them. */
  readonly dataFile: string;
  readonly log: Logger;
  /** Aborted: the start fails and leaves nothing. */
  readonly signal?: AbortSignal;
}

/** A sandbox of these books; `child` null: it belongs to another process. */
interface Serving {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess | null;
}

type Place = Pick<SandboxProcessOptions, 'host' | 'port'>;

const noteShape = z.object({ url: z.url(), pid: z.number() });
const firstWords = z.union([
  z.object({ url: z.url() }),
  z.object({ message: z.string(), code: z.string().nullable() }),
]);
const startMilliseconds = 30_000;
const lookMilliseconds = 500;
const endMilliseconds = 3_000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Whether this process answers at the URL, and not another one that took its port. */
async function isThere({ url, pid }: Pick<Serving, 'url' | 'pid'>): Promise<boolean> {
  const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  const body: unknown = await answer?.json().catch(() => null);
  return z.object({ pid: z.literal(pid) }).safeParse(body).success;
}

const noteOf = (dataFile: string) => `${dataFile}.process.json`;

async function readNote(file: string): Promise<z.output<typeof noteShape> | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return noteShape.parse(JSON.parse(text));
  } catch {
    // Truncated by a full disk or a killed process.
    return null;
  }
}

/** The sandbox's books in a data folder. */
export function sandboxBooks(dataDir: string): string {
  return join(dataDir, 'payment-gateway.jsonl');
}

/** The address of the sandbox that serves these books, started by any process; null: none. */
export async function servingSandboxUrl(dataFile: string): Promise<string | null> {
  const noted = await readNote(noteOf(dataFile));
  return noted !== null && (await isThere(noted)) ? noted.url : null;
}

async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), endMilliseconds);
  await gone;
  clearTimeout(late);
}

/** The first message of a started sandbox; null: it ended without one. */
async function firstMessage(child: ChildProcess, signal: AbortSignal): Promise<z.output<typeof firstWords> | null> {
  const gone = once(child, 'exit').then(() => null);
  const said = once(child, 'message', { signal }).then(([words]) => firstWords.parse(words));
  return Promise.race([said, gone]).catch(async () => {
    await endChild(child);
    return null;
  });
}

async function launch(options: SandboxProcessOptions, { host, port }: Place): Promise<Serving> {
  const { folder, secret, phonePrefix, dataFile, standIns = {}, signal } = options;
  const child = spawn(process.execPath, [join(folder, 'payment-gateway/main.ts')], {
    env: {
      ...process.env,
      HOST: host,
      SANDBOX_PORT: String(port),
      PAYMENT_SECRET: secret,
      SANDBOX_PHONE_PREFIX: phonePrefix,
      SANDBOX_DATA: dataFile,
      SANDBOX: ['gateway', ...Object.keys(standIns)].join(','),
      ...Object.assign({}, ...Object.values(standIns)),
    },
    // When this process ends, even when killed, the channel closes and the sandbox ends.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const limit = AbortSignal.timeout(startMilliseconds);
  const words = await firstMessage(child, signal === undefined ? limit : AbortSignal.any([limit, signal]));
  signal?.throwIfAborted();
  if (words !== null && 'url' in words) {
    return { url: originOf(host, new URL(words.url).port), pid: child.pid ?? 0, child };
  }
  if (words?.code === 'EADDRINUSE') {
    throw new StartFailure(
      `SANDBOX_PORT: port ${port} of ${host} is taken by another program: end it, or choose another port for the payment sandbox`,
    );
  }
  throw new Error(`the payment sandbox does not start on port ${port}: ${words?.message ?? 'it reports no reason'}`);
}

/** Finds the sandbox that serves these books, or starts one. Of several processes at once, one starts it. */
async function ensure(options: SandboxProcessOptions, place: Place): Promise<Serving> {
  const note = noteOf(options.dataFile);
  const folder = await realpath(dirname(options.dataFile));
  return withProcessLock(`payment sandbox of ${folder}`, async () => {
    const noted = await readNote(note);
    if (noted !== null && (await isThere(noted))) return { ...noted, child: null };
    const serving = await launch(options, place);
    const { url, pid, child } = serving;
    try {
      await writeFile(note, `${JSON.stringify({ url, pid })}\n`, { mode: 0o600 });
      return serving;
    } catch (error) {
      if (child !== null) await endChild(child);
      throw error;
    }
  });
}

const isGone = async (serving: Serving) =>
  serving.child === null ? !(await isThere(serving)) : hasEnded(serving.child);

/** Restarts the sandbox at the same address when it or the process that owns it ends. */
function keepServing(first: Serving, options: SandboxProcessOptions): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const { log } = options;
  // Payers may have its address open.
  const place = { host: options.host, port: Number(new URL(first.url).port) };
  let serving = first;
  const watch = async () => {
    for (let wait = lookMilliseconds; !signal.aborted; ) {
      await pause(wait, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted || !(await isGone(serving))) continue;
      try {
        serving = await ensure({ ...options, signal }, place);
        wait = lookMilliseconds;
        log.info(`The payment sandbox had ended and serves again: ${serving.url}`);
      } catch (error) {
        wait = Math.min(wait * 2, 10_000);
        if (!signal.aborted) log.warn({ err: error }, 'the payment sandbox has ended and does not come back yet');
      }
    }
  };
  const watching = watch();
  return async () => {
    ending.abort();
    await watching;
    if (serving.child !== null) await endChild(serving.child);
  };
}

/**
 * Starts the payment sandbox as a separate process, or uses the one that already serves these books: servers on one data folder share a
 * sandbox. It ends with the process that started it; then another process that uses it restarts it.
 */
export async function startSandboxProcess(
  options: SandboxProcessOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  const serving = await ensure(options, options);
  if (serving.child === null) options.log.info(`The payment sandbox of this data is there already: ${serving.url}`);
  return { url: serving.url, stop: keepServing(serving, options) };
}
