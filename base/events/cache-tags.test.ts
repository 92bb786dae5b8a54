import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#base/db/db.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { openLine } from '#test/support/network/line.ts';
import { connectCache, dropCached } from './cache-tags.server.ts';
import { type Listener, openListener } from './listener.server.ts';

const database = await openTestDatabase();
afterAll(() => database.close());
const listener = await openListener({ url: database.url, log: pino({ level: 'silent' }) });
afterAll(() => listener.close());

test('any number of tags is dropped on every process', async () => {
  const dropped: string[] = [];
  const cache = { drop: (tags: readonly string[]) => void dropped.push(...tags), setEnabled: () => undefined };
  const { disconnect } = connectCache(listener, cache, database.db);
  // As on a process that did not make the change, only notifications reach the cache.
  disconnect();
  // What was dropped before the database has taken the listening in is lost, as for a process that is still starting.
  await expect
    .poll(async () => {
      await database.db.transaction((tx) => dropCached(tx, ['first']));
      return dropped;
    })
    .toContain('first');
  const tags = Array.from(
    { length: 1_000 },
    (_, at) => `project:00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  );
  await database.db.transaction((tx) => dropCached(tx, tags));
  await expect.poll(() => dropped.filter((tag) => tag !== 'first').toSorted()).toEqual(tags);
});

test('after a break a cache is enabled when the database answers queries, too', async () => {
  const line = await openLine(database.url);
  onTestFinished(() => line.close());
  const db = openDatabase({ url: line.url, max: 1 });
  onTestFinished(() => db.close());
  let report: (isConnected: boolean) => void = () => undefined;
  const broken: Listener = {
    on: () => undefined,
    isConnected: true,
    close: async () => undefined,
    onConnection: (listener) => {
      report = listener;
    },
  };
  const states: boolean[] = [];
  const cache = { drop: () => undefined, setEnabled: (isEnabled: boolean) => void states.push(isEnabled) };
  const { disconnect } = connectCache(broken, cache, db);
  onTestFinished(() => disconnect());
  await line.cut();
  report(false);
  report(true);
  await expect(db.pool.query('select 1')).rejects.toThrow();
  expect(states).toEqual([false]);
  await line.restore();
  await expect.poll(() => states).toEqual([false, true]);
});
