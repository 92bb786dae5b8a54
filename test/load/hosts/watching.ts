import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { newProduct } from '#test/support/merch-fixture.ts';
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

interface Basket {
  readonly token: string;
  readonly orderId: string;
}

const filled = z.object({ data: z.object({ orderId: z.string() }) });

/** People with a basket each. */
async function fillBaskets({ db, api }: HostsFixture): Promise<Basket[]> {
  const seller = await signIn(db, testSecrets.jwt);
  const productId = await newProduct(db, { userId: seller.userId });
  const baskets: Basket[] = [];
  for (let made = 0; made < 3; made += 1) {
    const { token } = await signIn(db, testSecrets.jwt);
    const { body } = await api('POST Order/CreateOrder', { body: { items: [{ productId, quantity: 1 }] } }, { token });
    baskets.push({ token, orderId: filled.parse(body).data.orderId });
  }
  return baskets;
}

/** Somebody who changes the address of a basket all the time, which shows on no page, without repeating what was refused. */
async function write(fixture: HostsFixture, { token, orderId }: Basket, isOver: () => boolean) {
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
    const answer = await fetch(`${fixture.url}/api/Order/Update`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ orderId, address: `Ташкент, Навои, ${writes}` }),
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
  const baskets = await fillBaskets(fixture);
  let isOver = false;
  const watching = Promise.all([
    countPrimaries(fixture, () => isOver),
    ...baskets.map((basket) => write(fixture, basket, () => isOver)),
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
