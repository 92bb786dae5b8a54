import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { backends, fillProxyConfig, serverName } from './proxy-config.ts';

const rules = join(import.meta.dirname, '../../../operation/deploy/haproxy.cfg');

interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  /** Addresses of the servers, the first has the number 1. */
  readonly servers: readonly string[];
  readonly log: (line: string) => void;
}

export interface Proxy {
  readonly pid: number | null;
  /** `drain`: the server gets no new requests and finishes those in progress. */
  setState(server: number, state: 'ready' | 'drain'): Promise<void>;
  /** Resolves when the server gets requests of every kind; false if that takes longer than the limit. */
  becomesUp(server: number, limitMilliseconds: number): Promise<boolean>;
  /** Resolves when the server has no requests in progress but streams; false if that takes longer than the limit. */
  becomesIdle(server: number, limitMilliseconds: number): Promise<boolean>;
  /** Accepts no new connections; open ones continue. */
  stopAccepting(): void;
  stop(): Promise<void>;
}

const missingProxy = `HAProxy is not installed. It comes with the system's packages:
  Debian, Ubuntu: apt-get install haproxy
  Fedora:         dnf install haproxy
  macOS:          brew install haproxy`;

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Finds a program, also in Debian's folders for administrators; null if it is not installed. */
async function findProgram(name: string): Promise<string | null> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
  for (const folder of folders) if (await isProgram(join(folder, name))) return join(folder, name);
  return null;
}

/** Sends a command to HAProxy's socket and returns the answer. */
async function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  let said = '';
  connection.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  connection.end(`${command}\n`);
  await once(connection, 'close');
  return said;
}

/** One line of HAProxy's statistics: a server in a backend. */
interface Row {
  readonly place: string;
  readonly status: string;
  /** Requests in progress. */
  readonly open: number;
}

/** A server's lines of HAProxy's statistics, by backend. */
function rowsOf(table: string, server: number): Row[] {
  const [head = '', ...lines] = table.replace(/^# /, '').split('\n');
  const names = head.split(',');
  const cells = lines.map((line) => line.split(',')).map((line) => new Map(names.map((name, at) => [name, line[at]])));
  const mine = cells.filter((row) => row.get('svname') === serverName(server));
  return mine.map((row) => ({
    place: row.get('pxname') ?? '',
    status: row.get('status') ?? '',
    open: Number(row.get('scur')),
  }));
}

/** Asks the system, if it can, to end the program with its parent. */
async function commandOf(program: string, config: string): Promise<[string, string[]]> {
  const args = ['-db', '-f', config];
  const wrapper = process.platform === 'linux' ? await findProgram('setpriv') : null;
  return wrapper === null ? [program, args] : [wrapper, ['--pdeathsig', 'TERM', program, ...args]];
}

/** Starts HAProxy, and starts it again if it ends by itself. If it is not installed, throws with what to install. */
export async function startProxy({ host, port, servers, log }: ProxyOptions): Promise<Proxy> {
  const program = await findProgram('haproxy');
  if (program === null) throw new Error(missingProxy);
  const home = await mkdtemp(join(tmpdir(), 'opora-fleet-'));
  const config = join(home, 'haproxy.cfg');
  const socket = join(home, 'socket');
  const template = await readFile(rules, 'utf8');
  await writeFile(config, fillProxyConfig(template, { bind: `${host}:${port}`, servers, socket }));
  const [command, args] = await commandOf(program, config);
  let child: ChildProcess | null = null;
  let hasStarted = false;
  let isStopping = false;
  const run = () => {
    const started = spawn(command, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    child = started;
    let said = '';
    started.stderr.setEncoding('utf8').on('data', (part: string) => {
      said = `${said}${part}`.slice(-4_000);
    });
    const ended = once(started, 'exit').then(() => said);
    void ended.then(() => {
      if (!hasStarted || isStopping || child !== started) return;
      log('HAProxy has ended, starting it again');
      setTimeout(() => !isStopping && run(), 500);
    });
    return ended;
  };
  const send = (text: string) => ask(socket, text);
  const isListening = () =>
    send('show info').then(
      (said) => said.includes('Pid'),
      () => false,
    );
  const failure = await Promise.race([run(), pause(50).then(() => waitFor(isListening, 10_000))]);
  if (failure !== true) {
    isStopping = true;
    await rm(home, { recursive: true, force: true });
    throw new Error(`HAProxy does not start on ${host}:${port}.\n${failure === false ? '' : failure}`);
  }
  hasStarted = true;
  return {
    get pid() {
      return child?.pid ?? null;
    },
    async setState(server, state) {
      await send(backends.map((one) => `set server ${one}/${serverName(server)} state ${state}`).join('; '));
    },
    becomesUp: (server, limit) =>
      waitFor(async () => {
        const rows = rowsOf(await send('show stat'), server);
        return rows.length === backends.length && rows.every(({ status }) => status.startsWith('UP'));
      }, limit),
    becomesIdle: (server, limit) =>
      waitFor(async () => {
        const rows = rowsOf(await send('show stat'), server);
        return rows.every(({ place, open }) => place === 'streams' || open === 0);
      }, limit),
    stopAccepting() {
      isStopping = true;
      child?.kill('SIGUSR1');
    },
    async stop() {
      isStopping = true;
      if (child !== null && child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function waitFor(isSo: () => Promise<boolean>, limitMilliseconds: number): Promise<boolean> {
  const giveUpAt = Date.now() + limitMilliseconds;
  while (Date.now() < giveUpAt) {
    if (await isSo().catch(() => false)) return true;
    await pause(50);
  }
  return false;
}
