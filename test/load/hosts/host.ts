import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The network of the cluster, as in operation/deploy/ha; .1 is this process. */
export const network = '10.77.0';
const bridge = 'opora-br';
const ipProgram = '/usr/sbin/ip';
const offloadProgram = '/usr/sbin/ethtool';
const slowWire = join(import.meta.dirname, 'slow-wire.py');

/** What the hosts need, and the Debian package that has it. */
const needed = {
  [ipProgram]: 'iproute2',
  '/usr/sbin/iptables': 'iptables',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/pgbackrest': 'pgbackrest',
  [offloadProgram]: 'ethtool',
  '/usr/bin/python3': 'python3',
};

export async function requireTools(): Promise<void> {
  const packages = Object.entries(needed).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (packages.length > 0) throw new Error(`the hosts need Debian's packages: apt-get install ${packages.join(' ')}`);
  if (process.getuid?.() !== 0) throw new Error('network namespaces are made by root only: run this as root');
  await run(ipProgram, ['netns', 'add', 'opora-try']).catch((cause: unknown) => {
    throw new Error('this machine allows no network namespaces', { cause });
  });
  await run(ipProgram, ['netns', 'del', 'opora-try']);
}

const ip = (...words: string[]) => run(ipProgram, words);

const pairs = (kinds: readonly string[], state: string) => kinds.flatMap((kind) => [kind, state]);

/** What a link leaves to the next one: checksums, and cutting and joining packets. */
const offloads = ['rx', 'tx', 'sg', 'tso', 'gso', 'gro'];

export interface StartOptions {
  readonly user?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A host: a network namespace with an address, folders of its own and the processes in it. */
export class Host {
  readonly name: string;
  readonly address: string;
  readonly #folder: string;
  readonly #lines: string[];
  /** Folders that each process of the host finds at another path: `[own, path]`. */
  readonly #binds: [string, string][] = [];
  /** Makes a slow wire a plain one again. */
  #restoreWire: () => Promise<void> = async () => undefined;

  private constructor(name: string, address: string, folder: string, lines: string[]) {
    this.name = name;
    this.address = address;
    this.#folder = folder;
    this.#lines = lines;
  }

  static async open(options: { name: string; last: number; folder: string; lines: string[] }): Promise<Host> {
    const { name, last, folder, lines } = options;
    const host = new Host(name, `${network}.${last}`, join(folder, name), lines);
    const space = host.#space;
    const wire = host.#wire;
    await mkdir(host.#folder, { recursive: true, mode: 0o755 });
    await ip('netns', 'add', space);
    await ip('link', 'add', wire, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    await ip('link', 'set', wire, 'master', bridge, 'up');
    await ip('-n', space, 'addr', 'add', `${host.address}/24`, 'dev', 'eth0');
    for (const link of ['eth0', 'lo']) await ip('-n', space, 'link', 'set', link, 'up');
    return host;
  }

  get #space(): string {
    return `opora-${this.name}`;
  }

  get #wire(): string {
    return `ov-${this.name}`;
  }

  /** Gives the host a folder of its own at a path of the system. `megabytes`: the size of its disk. */
  async own(path: string, user: string, megabytes?: number): Promise<string> {
    const folder = join(this.#folder, path.replaceAll('/', '-').slice(1));
    await mkdir(folder, { recursive: true });
    if (megabytes !== undefined) await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, this.#space, folder]);
    await run('chown', [user, folder]);
    this.#binds.push([folder, path]);
    return folder;
  }

  /** Shows a folder that hosts share at a path of the system. */
  share(folder: string, path: string): void {
    this.#binds.push([folder, path]);
  }

  /** Starts a program on the host. */
  start(words: readonly string[], { user = 'root', env = {} }: StartOptions = {}): ChildProcess {
    const binds = this.#binds.map(([own, path]) => `mount --bind ${own} ${path} && `).join('');
    const become = user === 'root' ? '' : `setpriv --reuid=${user} --regid=${user} --init-groups `;
    const child = spawn(
      ipProgram,
      ['netns', 'exec', this.#space, 'sh', '-c', `${binds}exec ${become}"$@"`, 'sh', ...words],
      {
        cwd: '/',
        env: { PATH: '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [child.stdout, child.stderr]) this.#note(stream);
    return child;
  }

  #note(stream: Readable): void {
    createInterface({ input: stream }).on('line', (line) => {
      this.#lines.push(`${new Date().toISOString().slice(11, 23)} ${this.name}: ${line}`);
    });
  }

  /** Runs a program to its end. Rejects if it fails. */
  async run(words: readonly string[], options: StartOptions = {}): Promise<void> {
    const child = this.start(words, options);
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) {
      throw new Error(`${words.join(' ')} on ${this.name} ended with ${code}:\n${this.#lines.slice(-15).join('\n')}`);
    }
  }

  /** Kills all processes of the host at once. */
  async kill(): Promise<void> {
    const { stdout } = await run(ipProgram, ['netns', 'pids', this.#space]);
    for (const pid of stdout.split('\n').filter(Boolean).map(Number)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  /** Cuts the host off from all others, or connects it again. */
  async setWire(state: 'up' | 'down'): Promise<void> {
    await ip('link', 'set', this.#wire, state);
  }

  /**
   * Puts a program into the wire that makes each frame late, in both directions, and loses a part of those to the host. The returned
   * function takes it out.
   */
  async slowWire({ seconds, lost }: { seconds: number; lost: number }): Promise<() => Promise<void>> {
    const wire = this.#wire;
    const near = `os-${this.name}`;
    const far = `of-${this.name}`;
    const setOffloads = async (state: 'on' | 'off') => {
      const inside = ['netns', 'exec', this.#space, offloadProgram, '-K', 'eth0'];
      await ip(...inside, ...pairs(offloads, state));
      await run(offloadProgram, ['-K', wire, ...pairs(offloads, state)]);
    };
    await ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far);
    // The frames that the program reads are as they go over a real wire: whole, with their checksums.
    await setOffloads('off');
    for (const link of [near, far]) await run(offloadProgram, ['-K', link, ...pairs(offloads, 'off')]);
    // This machine itself has nothing to say on these ends; else it would answer for the address of the bridge.
    await ip('link', 'set', wire, 'nomaster', 'arp', 'off', 'promisc', 'on');
    await ip('link', 'set', near, 'arp', 'off', 'promisc', 'on', 'up');
    await ip('link', 'set', far, 'master', bridge, 'up');
    const words = [slowWire, wire, near, String(seconds), String(lost)];
    const relay = spawn('/usr/bin/python3', words, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [relay.stdout, relay.stderr]) this.#note(stream);
    this.#restoreWire = async () => {
      this.#restoreWire = async () => undefined;
      relay.kill('SIGKILL');
      await ip('link', 'del', near);
      await setOffloads('on');
      await ip('link', 'set', wire, 'master', bridge, 'arp', 'on', 'promisc', 'off');
    };
    return () => this.#restoreWire();
  }

  /** Adds (`-A`) or deletes (`-D`) rules that drop packets of other hosts. */
  async drop(how: '-A' | '-D', ...rules: readonly string[]): Promise<void> {
    for (const rule of rules) {
      const words = ['iptables', '-w', how, ...rule.split(' '), '-j', 'DROP'];
      await run(ipProgram, ['netns', 'exec', this.#space, ...words]);
    }
  }

  async close(): Promise<void> {
    await this.#restoreWire().catch(() => undefined);
    await this.kill();
    await ip('netns', 'del', this.#space);
    await ip('link', 'del', this.#wire).catch(() => undefined);
    for (const [folder] of this.#binds) await run('umount', ['-l', folder]).catch(() => undefined);
  }
}

/** Makes the network that the hosts are connected to. */
export async function openNetwork(): Promise<{ close(): Promise<void> }> {
  await ip('link', 'add', bridge, 'type', 'bridge');
  await ip('addr', 'add', `${network}.1/24`, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');
  return { close: async () => void (await ip('link', 'del', bridge)) };
}
