import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { type DatabaseHost, passwords } from './database-hosts.ts';
import type { HostsFixture } from './hosts-fixture.ts';

/** What was seen from outside while a fault was there. */
export interface Watched {
  /** The longest time between two writes that succeeded, in seconds. */
  readonly longestWithoutWrites: number;
  /** From the first refused write to the last, in seconds. */
  readonly refusedFor: number;
  readonly writes: number;
  readonly refusedWrites: number;
  /** Samples in which two hosts at once accepted writes. */
  readonly twoPrimaries: number;
  readonly samples: number;
}

/** Asks one host over a connection that stays open. */
class Witness {
  readonly #host: DatabaseHost;
  #client: Client | null = null;

  constructor(host: DatabaseHost) {
    this.#host = host;
  }

  /** Whether PostgreSQL of the host accepts writes. */
  async isPrimary(): Promise<boolean> {
    try {
      this.#client ??= await this.#connect();
      const { rows } = await this.#client.query<{ isPrimary: boolean }>(
        `select not pg_is_in_recovery() as "isPrimary"`,
      );
      return rows[0]?.isPrimary === true;
    } catch {
      this.close();
      return false;
    }
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      host: this.#host.host.address,
      user: 'postgres',
      password: passwords.superuser,
      database: 'postgres',
      connectionTimeoutMillis: 500,
      query_timeout: 500,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  close(): void {
    this.#client?.end().catch(() => undefined);
    this.#client = null;
  }
}

async function countPrimaries(fixture: HostsFixture, isOver: () => boolean) {
  const witnesses = fixture.databases.map((host) => new Witness(host));
  let samples = 0;
  let twoPrimaries = 0;
  for (; !isOver(); await pause(150)) {
    const states = await Promise.all(witnesses.map((one) => one.isPrimary()));
    samples += 1;
    if (states.filter(Boolean).length > 1) twoPrimaries += 1;
  }
  for (const one of witnesses) one.close();
  return { samples, twoPrimaries };
}

/** A creator who changes his settings all the time, without repeating what was refused. */
async function write(fixture: HostsFixture, token: string, isOver: () => boolean) {
  let last = performance.now();
  let longest = 0;
  let writes = 0;
  let refusedWrites = 0;
  const refused: { from: number; to: number }[] = [];
  const succeeded = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  while (!isOver()) {
    const from = performance.now();
    const answer = await fetch(`${fixture.url}/api/Widget/Settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ alert: { minAmount: 5_000 + (writes % 50) } }),
      signal: AbortSignal.timeout(15_000),
    }).catch(() => null);
    await answer?.body?.cancel().catch(() => undefined);
    if (answer?.status === 200) {
      succeeded();
      writes += 1;
    } else {
      refusedWrites += 1;
      refused.push({ from, to: performance.now() });
    }
    await pause(100);
  }
  longest = Math.max(longest, performance.now() - last);
  const refusedFor = ((refused.at(-1)?.to ?? 0) - (refused[0]?.from ?? 0)) / 1_000;
  return { writes, refusedWrites, refusedFor, longestWithoutWrites: longest / 1_000 };
}

/** Watches the cluster from outside; the returned function ends it. */
export async function watch(fixture: HostsFixture): Promise<() => Promise<Watched>> {
  const { token } = await signIn(fixture.db, testSecrets.jwt);
  let isOver = false;
  const watching = Promise.all([
    countPrimaries(fixture, () => isOver),
    ...Array.from({ length: 3 }, () => write(fixture, token, () => isOver)),
  ]);
  return async () => {
    isOver = true;
    const [primaries, ...writers] = await watching;
    const sum = (count: 'writes' | 'refusedWrites') => writers.reduce((total, one) => total + one[count], 0);
    return {
      ...primaries,
      // Three writers, so that one request that waits is not taken for an outage.
      longestWithoutWrites: Math.min(...writers.map((one) => one.longestWithoutWrites)),
      refusedFor: Math.max(...writers.map((one) => one.refusedFor)),
      writes: sum('writes'),
      refusedWrites: sum('refusedWrites'),
    };
  };
}
