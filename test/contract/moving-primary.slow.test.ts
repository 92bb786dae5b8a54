import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { migrate } from '#base/db/migrations.server.ts';
import { type ReplicatedPair, startReplicatedPair } from '#test/support/database/replicated-pair.ts';
import { openEventTape } from '#test/support/event-tape.ts';
import { signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

const errorCode = z.object({ error: z.object({ code: z.string() }) });

let pair: ReplicatedPair;
let app: TestApp;

// In a hook: where it fails, the others still end the servers, which do not go with this process.
beforeAll(async () => {
  pair = await startReplicatedPair();
  await migrate({ url: pair.url, folder: new URL('../../migrations', import.meta.url).pathname });
  app = await startApp({ databaseUrl: pair.url, env: { LIMITS: 'off' } });
});

afterAll(() => pair?.close());
afterAll(() => app?.close());

test('when the primary moves, lists and widgets go on, nothing acknowledged is lost or doubled', async () => {
  const creator = await signIn(app.db, testSecrets.jwt, { userName: 'kamola' });
  const { key } = dataOf(await app.api('GET Widget/Settings', {}, { token: creator.token }));
  const tape = await openEventTape(`${app.url}/api/Widget/Events?key=${key}&source=${crypto.randomUUID()}`);
  expect(tape.status).toBe(200);
  const list = () => app.api('GET User/List', { query: { Take: 3 } });
  expect((await list()).status).toBe(200);

  const acknowledged: string[] = [];
  const refusals = new Set<string>();
  const lists: number[] = [];
  let isOver = false;
  const donors = Array.from({ length: 4 }, async (_, donor) => {
    // A refused donation may have been made: its donor retries until the answer is known.
    for (let at = 0, isRefused = false; !isOver || isRefused; ) {
      const name = `${donor}-${at}`;
      const body = { projectId: creator.projectId, amount: 10_000, name };
      const answer = await app.api('POST ProjectPay/Create', { body }, { idempotencyKey: `key of ${name}` });
      if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('5');
      isRefused = answer.status !== 200;
      if (!isRefused) {
        acknowledged.push(name);
        at += 1;
      } else {
        refusals.add(`${answer.status} ${errorCode.parse(answer.body).error.code}`);
        await pause(50);
      }
    }
  });
  const reading = (async () => {
    for (; !isOver; await pause(20)) lists.push((await list()).status);
  })();
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(8);
  await pair.switchOver({ isKilled: true });
  const before = acknowledged.length;
  // A key that could not be released stays claimed for 15 seconds.
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 8);
  isOver = true;
  await Promise.all([...donors, reading]);

  const known = ['503 ServiceUnavailable', '409 RequestInProgress'];
  expect([...refusals].filter((refusal) => !known.includes(refusal))).toEqual([]);
  expect(new Set(lists)).toEqual(new Set([200]));
  const { rows } = await app.db.execute<{ name: string; n: number }>(
    sql`select name, count(*) as n from donation group by name`,
  );
  const made = new Map(rows.map(({ name, n }) => [name, n]));
  expect(acknowledged.filter((name) => made.get(name) !== 1)).toEqual([]);
  expect(made.size).toBe(acknowledged.length);

  const changed = await app.api(
    'PUT Widget/Settings',
    { body: { alert: { minAmount: 20_000 } } },
    { token: creator.token },
  );
  expect(changed.status).toBe(200);
  await expect.poll(() => tape.events.filter(({ event }) => event === 'settings').length, { timeout: 10_000 }).toBe(2);
  expect(tape.isEnded).toBe(false);
  tape.close();
});
