import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/support/database/database.ts';
import { connectCache, dropCached } from './cache-tags.server.ts';
import { type Listener, openListener } from './listener.server.ts';

let database: TestDatabase;
let listener: Listener;

beforeAll(async () => {
  database = await openTestDatabase();
  listener = await openListener({ url: database.url, log: pino({ level: 'silent' }) });
});

afterAll(async () => {
  await listener.close();
  await database.close();
});

test('any number of tags is dropped on every process', async () => {
  const dropped: string[] = [];
  const { disconnect } = connectCache(listener, {
    drop: (tags) => void dropped.push(...tags),
    setEnabled: () => undefined,
  });
  // As on a process that did not make the change, only notifications reach the cache.
  disconnect();
  const tags = Array.from(
    { length: 1_000 },
    (_, at) => `project:00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  );
  await database.db.transaction((tx) => dropCached(tx, tags));
  await expect.poll(() => dropped.toSorted()).toEqual(tags);
});
