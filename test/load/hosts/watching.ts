import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import type { DatabaseHost } from './database-hosts.ts';
import type { HostsFixture } from './hosts-fixture.ts';

/** What was seen from outside while a fault was there. */
interface Watched {
  /** The longest time between two writes that succeeded, in seconds. */
  readonly longestWithoutWrites: number;
  /** From the first refused write to the last, in seconds. */
  readonly refusedFor: number;
  readonly writes: number;
  /** Samples in which two hosts at once accepted writes. */
  readonly twoPrimaries: number;
  readonly samples: number;
}

/** Whether PostgreSQL of the host accepts writes. */
const isPrimary = (host: DatabaseHost) =>
  host
    .asAdmin((client) => client.query<{ isPrimary: boolean }>(`select not pg_is_in_recovery() as "isPrimary"`))
    .then(
      ({ rows }) => rows[0]?.isPrimary === true,
      () => false,
    );

async function countPrimaries({ databases }: HostsFixture, isOver: () => boolean) {
  let samples = 0;
  let twoPrimaries = 0;
  for (; !isOver(); await pause(150)) {
    const states = await Promise.all(databases.map(isPrimary));
    samples += 1;
    if (states.filter(Boolean).length > 1) twoPrimaries += 1;
  }
  return { samples, twoPrimaries };
}

/** A creator who changes his settings all the time, without repeating what was refused. */
async function write(fixture: HostsFixture, token: string, isOver: () => boolean) {
  let last = performance.now();
  let longest = 0;
  let writes = 0;
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
      refused.push({ from, to: performance.now() });
    }
    await pause(100);
  }
  longest = Math.max(longest, performance.now() - last);
  const refusedFor = ((refused.at(-1)?.to ?? 0) - (refused[0]?.from ?? 0)) / 1_000;
  return { writes, refusedFor, longestWithoutWrites: longest / 1_000 };
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
    return {
      ...primaries,
      // Three writers, so that one request that waits is not taken for an outage.
      longestWithoutWrites: Math.min(...writers.map((one) => one.longestWithoutWrites)),
      refusedFor: Math.max(...writers.map((one) => one.refusedFor)),
      writes: writers.reduce((total, one) => total + one.writes, 0),
    };
  };
}
