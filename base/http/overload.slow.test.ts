import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#base/db/db.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { startApp } from '#test/support/start-app.ts';
import { watchOverload } from './overload.server.ts';

const app = await startApp({ env: { DATABASE_POOL: '2' }, patience: 2_000 });
afterAll(() => app.close());

/** Takes every connection of the pool; the returned function gives them back. */
async function takeAll(db: Database): Promise<() => void> {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const begun = Array.from({ length: 2 }, async () => {
    const client = await db.pool.connect();
    void end.then(() => client.release());
  });
  await Promise.all(begun);
  return resolve;
}

/** Holds up the database until the app refuses calls, does `then`, and lets it go on; answers what came for the calls before. */
async function whileRefusing(then: () => Promise<void>): Promise<number[]> {
  const giveBack = await takeAll(app.db);
  const asked: Promise<number>[] = [];
  for (let status = 0; status !== 503; ) {
    const answer = app.request('GET User/List').then(({ status }) => status);
    asked.push(answer);
    status = await Promise.race([answer, pause(200, 0)]);
  }
  await then();
  giveBack();
  return Promise.all(asked);
}

test('while statements wait for too long new calls are refused at once, and answered again when the line is gone', async () => {
  const [first, ...others] = await whileRefusing(async () => {
    const refused = await app.request('GET Product/CategoryList');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.body).toMatchObject({ success: false, error: { code: 'ServiceUnavailable' } });
  });
  expect(first).toBe(200);
  expect(others).toContain(503);
  await expect.poll(async () => (await app.request('GET User/List')).status, { timeout: 10_000 }).toBe(200);
  expect(app.logLines.filter((line) => line.includes('request failed'))).toEqual([]);
});

test('what the provider and the widgets send is looked at even then', async () => {
  await whileRefusing(async () => {
    const forged = await app.request('POST Payment/Callback', { body: { paymentId: 'x' } });
    expect(forged.status).toBeLessThan(500);
  });
});

test('a burst that is worked off within the patience is never refused', async () => {
  const { db, close } = await openTestDatabase({ max: 2 });
  const overload = watchOverload({ pool: db.pool, maxWait: 100, patience: 60_000 });
  onTestFinished(() => close());
  onTestFinished(() => overload.close());
  const burst = Array.from({ length: 40 }, () => db.execute(sql`select pg_sleep(0.02)`));
  let isWorking = true;
  void Promise.all(burst).then(() => {
    isWorking = false;
  });
  while (isWorking) {
    expect(overload.isRefusing()).toBe(false);
    await pause(10);
  }
});

test('after a refusal a third of the wait is enough, so that requests do not wait long while the load lasts', async () => {
  const { db, close } = await openTestDatabase({ max: 2 });
  const overload = watchOverload({ pool: db.pool, maxWait: 900, patience: 0 });
  const line = async (milliseconds: number) => {
    const giveBack = await takeAll(db);
    const waiting = db.execute(sql`select 1`);
    const began = performance.now();
    let refusedAfter = Number.POSITIVE_INFINITY;
    while (performance.now() - began < milliseconds) {
      if (overload.isRefusing()) refusedAfter = Math.min(refusedAfter, performance.now() - began);
      await pause(10);
    }
    giveBack();
    await waiting;
    return refusedAfter;
  };
  onTestFinished(() => close());
  onTestFinished(() => overload.close());
  expect(await line(2_000)).toBeGreaterThanOrEqual(900);
  await expect.poll(() => overload.isRefusing(), { timeout: 5_000 }).toBe(false);
  expect(await line(800)).toBeLessThan(900);
});

test('a process whose event loop is late refuses until it has recovered', async () => {
  const overload = watchOverload({ pool: app.db.pool, maxLoopDelay: 100 });
  onTestFinished(() => overload.close());
  const busyUntil = performance.now() + 4_000;
  while (!overload.isRefusing() && performance.now() < busyUntil) {
    const blockedUntil = performance.now() + 400;
    while (performance.now() < blockedUntil);
    await pause(1);
  }
  expect(overload.isRefusing()).toBe(true);
  await expect.poll(() => overload.isRefusing(), { timeout: 15_000 }).toBe(false);
});
