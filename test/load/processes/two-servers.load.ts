import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { publish } from '#test/load/access/owned-things.ts';
import { giveUntilAcknowledged, payByCard, testCards } from '#test/load/money/donors.ts';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet, type ServerProcess } from '#test/load/server-fleet.ts';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { openBalancer, runUnderLoad } from './donors-under-load.ts';

let fleet: Fleet;
let one: ServerProcess;
let other: ServerProcess;

beforeAll(async () => {
  fleet = await openFleet({ servers: 2, env: { LIMITS: 'on' } });
  one = fleet.server;
  other = fleet.servers[1] ?? one;
}, 120_000);
afterAll(() => fleet.close());

/** Seconds until it is so on the other server; infinite after 15 s. */
async function secondsUntil(isSo: () => Promise<boolean>): Promise<number> {
  const from = performance.now();
  while (!(await isSo())) {
    if (performance.now() - from > 15_000) return Number.POSITIVE_INFINITY;
    await pause(5);
  }
  return (performance.now() - from) / 1_000;
}

test('13: what one server changes, the cached answers of the other show within a second', async () => {
  const rounds = scaled(20, 3);
  const slowest = { donation: 0, ranking: 0, block: 0, 'blocked session': 0 };
  const until = async (what: keyof typeof slowest, isSo: () => Promise<boolean>) => {
    slowest[what] = Math.max(slowest[what], await secondsUntil(isSo));
  };
  const staff = { token: (await signIn(fleet.db, testSecrets.jwt, { role: 'moderator' })).token };
  for (let round = 0; round < rounds; round += 1) {
    const userName = `two_servers_${round}`;
    const author = await signIn(fleet.db, testSecrets.jwt, { userName });
    const { userId, projectId, token } = author;
    await publish(fleet, author);
    const page = () => other.api('GET User/GetByName', { query: { userName } });
    const list = () => other.api('GET ProjectPay/List', { query: { projectId } });
    const listed = async () => JSON.stringify((await other.api('GET User/List', { query: { Take: 1 } })).body);
    // Now all of it is cached there.
    for (const ask of [page, list, listed]) await ask();
    await other.api('POST Identity/GetUser', {}, { token });
    const donation = { projectId, amount: 7_000, name: `Щедрый ${round} гость` };
    const made = await giveUntilAcknowledged(one.api, donation, `cached-${round}`);
    await payByCard(made.paymentUrl, testCards.noCode);
    const paid = 'select from donation where id = $1 and paid_at is not null';
    await secondsUntil(async () => (await fleet.db.pool.query(paid, [made.payId])).rowCount === 1);
    await until('donation', async () => JSON.stringify((await list()).body).includes(donation.name));
    await one.api('POST User/CreateUserOrder', { query: { userId, order: 1 } }, staff);
    await until('ranking', async () => (await listed()).includes(userId));
    await one.api('PUT Moderator/BlockUser', { query: { userId, reason: 'Проверка' } }, staff);
    await until('block', async () => (await page()).status === 404 && !(await listed()).includes(userId));
    await until(
      'blocked session',
      async () => (await other.api('POST Identity/GetUser', {}, { token })).status === 401,
    );
  }
  prove(13, {
    promise:
      'a donation, a place in the ranking, a block, made on one server, show in the cached answers of the other within 1 s',
    times: Object.fromEntries(Object.entries(slowest).map(([what, seconds]) => [`${what}, s`, [seconds, 1] as const])),
    met: { changed: [rounds, 2] },
  });
});

test('11: a budget is one budget', async () => {
  const spend = async (address: string, serverOf: (index: number) => ServerProcess) => {
    const asked = Array.from({ length: 150 }, (_, index) => {
      const query = { phone: `99891${String(index).padStart(7, '0')}` };
      return serverOf(index).api('GET Identity/CheckPhone', { query }, { address });
    });
    return (await Promise.all(asked)).filter(({ status }) => status === 200).length;
  };
  const onOne = await spend('127.8.1.1', () => one);
  const onBoth = await spend('127.8.2.1', (index) => (index % 2 === 0 ? one : other));
  prove(11, {
    promise: '150 requests of one address at once get no more answers from two servers than from one',
    none: { 'more from both': onBoth - onOne },
    met: { answered: onOne, refused: 150 - onOne },
  });
});

test('1 and 17: servers killed in turns under load', async () => {
  const under = await openFleet({ servers: 2 });
  const balancer = await openBalancer(under);
  try {
    const donations = scaled(6_000, 100);
    const kills = scaled(40, 3);
    const size = { donations, clients: 12, widgets: scaled(30, 6), restMs: 1_500 };
    const load = await runUnderLoad({ ...under, ...balancer }, size, async () => {
      for (let done = 0; done < kills; done += 1) {
        await pause(1_500 * (0.5 + Math.random()));
        const server = under.servers[done % 2];
        await server?.kill();
        await server?.start();
      }
      return kills;
    });
    prove(1, {
      promise: `two servers: ${donations} donations, servers killed in turns: nothing lost or doubled, each alert once, in order`,
      none: load.faults,
      met: { killed: [load.disturbances, kills], acknowledged: [load.acknowledged, donations] },
      shown: { retried: load.retried, reads: load.reads, 'reads broken off': load.failedReads.length },
    });
    prove(17, {
      promise: 'two servers: widgets of a killed one are connected again in at most 5 s',
      times: { 'back after, ms': [quantile(load.breaks, 1), 5_000] },
      met: { reconnections: load.breaks.length },
    });
  } finally {
    await balancer.close();
    await under.close();
  }
});
