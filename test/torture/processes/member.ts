import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** `down`: the process ended by itself and is started again in a moment. */
type MemberState = 'waiting' | 'starting' | 'ready' | 'draining' | 'stopping' | 'down' | 'stopped';

interface MemberOptions {
  readonly number: number;
  readonly port: number;
  /** The release to start, read at every start. */
  folder(): string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called when the state changes. */
  changed(member: Member): void;
  /** Called for each line that the process writes. */
  said(line: string): void;
}

/** One server process, which is started again if it ends by itself. */
export interface Member {
  readonly number: number;
  readonly url: string;
  readonly pid: number | null;
  readonly state: MemberState;
  /** How often it was started again after it had ended by itself. */
  readonly restarts: number;
  /** Resolves when the process is ready; throws if it ends instead. */
  start(): Promise<void>;
  /** Lets the process finish its requests; SIGKILL if that takes longer than 12 s. */
  stop(): Promise<void>;
  /** Marks the process as draining. */
  drains(): void;
  signal(signal: NodeJS.Signals): void;
}

const startLimit = 900_000;
const stopLimit = 12_000;
const shortestPause = 250;
const longestPause = 30_000;
/** A process that has run for so long did not fail at the start. */
const soundAfter = 30_000;
/** Ends a process when its fleet has ended for whatever reason. */
const endWithUs = `data:text/javascript,process.once("disconnect",()=>process.kill(process.pid,"SIGTERM"))`;

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  await answer?.body?.cancel().catch(() => undefined);
  return answer?.ok === true;
}

function spawnServer({ folder, env, port, said }: MemberOptions): ChildProcess {
  const started = spawn(process.execPath, ['--import', endWithUs, 'main.ts'], {
    cwd: folder(),
    env: { ...env, PORT: String(port) },
    // A process group of its own: Ctrl+C reaches only the fleet, which stops its processes in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [started.stdout, started.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', said);
  }
  return started;
}

/** Creates a member whose process is not started yet. */
export function createMember(options: MemberOptions): Member {
  const { number } = options;
  const url = `http://127.0.0.1:${options.port}`;
  let child: ChildProcess | null = null;
  let state: MemberState = 'waiting';
  let restarts = 0;
  let wait = shortestPause;
  const become = (next: MemberState) => {
    state = next;
    options.changed(member);
  };
  const run = () => {
    const started = spawnServer(options);
    const beganAt = Date.now();
    started.once('exit', () => void ended(started, beganAt));
    child = started;
    return started;
  };
  const ended = async (one: ChildProcess, beganAt: number) => {
    if (one !== child || state === 'stopping' || state === 'stopped') return;
    if (Date.now() - beganAt > soundAfter) wait = shortestPause;
    become('down');
    await pause(wait);
    wait = Math.min(wait * 2, longestPause);
    if (member.state !== 'down') return;
    restarts += 1;
    await member.start().catch(() => undefined);
  };
  const member: Member = {
    number,
    url,
    get pid() {
      return child !== null && !hasEnded(child) ? (child.pid ?? null) : null;
    },
    get state() {
      return state;
    },
    get restarts() {
      return restarts;
    },
    async start() {
      become('starting');
      const started = run();
      const lastWords = Promise.race([once(started, 'close'), once(started, 'exit').then(() => pause(1_000))]);
      const giveUpAt = Date.now() + startLimit;
      while (!(await isReady(url))) {
        if (hasEnded(started) || child !== started) {
          await lastWords;
          throw new Error(`server ${number} ended instead of starting`);
        }
        if (Date.now() > giveUpAt) started.kill('SIGKILL');
        await pause(50);
      }
      if (child === started && state === 'starting') become('ready');
    },
    async stop() {
      if (child !== null && !hasEnded(child)) {
        become('stopping');
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        const late = setTimeout(() => child?.kill('SIGKILL'), stopLimit);
        await gone;
        clearTimeout(late);
      }
      become('stopped');
    },
    drains: () => become('draining'),
    signal: (signal) => void child?.kill(signal),
  };
  return member;
}
