import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { Host } from './host.ts';

const rules = join(import.meta.dirname, '../../../operation/deploy/ha');

export const passwords = {
  superuser: 'superuser-of-the-hosts',
  replicator: 'replicator-of-the-hosts',
  opora: 'opora-of-the-hosts',
} as const;

const megabytesOfDisk = 700;

/** The variables of a file of operation/deploy/ha, written for db1, as they are on another host. */
async function variablesOf(file: string, host: Host): Promise<Record<string, string>> {
  const text = await readFile(join(rules, file), 'utf8');
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      const name = line.slice(0, at);
      const value = line.slice(at + 1);
      const isList = name === 'ETCD_INITIAL_CLUSTER';
      return [name, isList ? value : value.replace(/\bdb1\b/, host.name).replaceAll('10.77.0.11', host.address)];
    }),
  );
}

/** A database host with etcd, Patroni and PostgreSQL, run by the files of operation/deploy/ha. */
export class DatabaseHost {
  readonly host: Host;
  readonly #data: string;
  #hasStarted = false;

  private constructor(host: Host, data: string) {
    this.host = host;
    this.#data = data;
  }

  static async open(options: Parameters<typeof Host.open>[0]): Promise<DatabaseHost> {
    const host = await Host.open(options);
    const data = await host.own('/var/lib/postgresql', 'postgres', megabytesOfDisk);
    await host.own('/run/postgresql', 'postgres');
    await host.own('/var/lib/etcd', 'etcd');
    host.share(rules, '/etc/patroni');
    return new DatabaseHost(host, data);
  }

  async startEtcd(): Promise<void> {
    const env = await variablesOf('etcd.env', this.host);
    if (this.#hasStarted) env.ETCD_INITIAL_CLUSTER_STATE = 'existing';
    this.host.start(['etcd'], { user: 'etcd', env });
  }

  async startPatroni(): Promise<void> {
    const env = {
      ...(await variablesOf('patroni.env', this.host)),
      PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
      PATRONI_REPLICATION_PASSWORD: passwords.replicator,
      PGBACKREST_CONFIG: join(rules, 'pgbackrest.conf'),
    };
    this.host.start(['patroni', join(rules, 'patroni.yml')], { user: 'postgres', env });
    this.#hasStarted = true;
  }

  async start(): Promise<void> {
    await this.startEtcd();
    await this.startPatroni();
  }

  /** Whether Patroni of this host says that it is the primary; null: it does not answer. */
  async isPrimary(): Promise<boolean | null> {
    const answer = await fetch(`http://${this.host.address}:8008/primary`, { signal: AbortSignal.timeout(800) }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    return answer === null ? null : answer.status === 200;
  }

  /** The members of the cluster as this host sees them: name, role and state. */
  async members(): Promise<readonly { name: string; role: string; state: string }[]> {
    const shape = z.object({
      members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
    });
    const answer = await fetch(`http://${this.host.address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
    return shape.parse(await answer.json()).members;
  }

  /** Makes `candidate` the primary instead of this host. Asks again for up to 30 s: a candidate that has just come is refused at first. */
  async switchOver(candidate: string): Promise<void> {
    const body = JSON.stringify({ leader: this.host.name, candidate });
    let refusal = '';
    const isOver = async () => {
      const answer = await fetch(`http://${this.host.address}:8008/switchover`, { method: 'POST', body });
      refusal = await answer.text();
      return answer.status === 200 || (await this.isPrimary()) === false;
    };
    await until('the switchover', isOver, 30).catch((cause: unknown) => {
      throw new Error(`the switchover was refused: ${refusal}`, { cause });
    });
  }

  async asAdmin<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({
      host: this.host.address,
      user: 'postgres',
      password: passwords.superuser,
      database: 'postgres',
      connectionTimeoutMillis: 2_000,
      query_timeout: 20_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      client.end().catch(() => undefined);
    }
  }

  /** Runs pgBackRest on this host, by its file of operation/deploy/ha. */
  pgbackrest(...words: readonly string[]): Promise<void> {
    const env = { PGBACKREST_CONFIG: join(rules, 'pgbackrest.conf') };
    return this.host.run(['pgbackrest', '--stanza=opora', ...words], { user: 'postgres', env });
  }

  /** Starts PostgreSQL alone, without Patroni, on a folder. */
  startPostgres(folder: string, settings: readonly string[]): ChildProcess {
    const words = settings.flatMap((setting) => ['-c', setting]);
    const env = { PGBACKREST_CONFIG: join(rules, 'pgbackrest.conf') };
    return this.host.start(['/usr/lib/postgresql/15/bin/postgres', '-D', folder, ...words], { user: 'postgres', env });
  }

  /** Fills the disk with the database; the returned function frees it. */
  async fillDisk(): Promise<() => Promise<void>> {
    const file = join(this.#data, 'filler');
    const block = Buffer.alloc(4 * 1024 * 1024);
    for (let full = false; !full; ) {
      await writeFile(file, block, { flag: 'a' }).catch(() => {
        full = true;
      });
    }
    return () => writeFile(file, '');
  }

  /** Repository of backups that all hosts share. */
  static async shareBackups(hosts: readonly DatabaseHost[], folder: string): Promise<void> {
    for (const { host } of hosts) host.share(folder, '/var/lib/pgbackrest');
  }
}

/** Waits until a condition holds. Throws after the limit. */
export async function until(what: string, isSo: () => Promise<boolean>, limitSeconds = 60): Promise<number> {
  const from = performance.now();
  for (;;) {
    if (await isSo().catch(() => false)) return (performance.now() - from) / 1_000;
    if (performance.now() - from > limitSeconds * 1_000) throw new Error(`not within ${limitSeconds} s: ${what}`);
    await pause(100);
  }
}
