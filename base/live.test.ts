import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import type { Database } from './db.server.ts';
import { type Listener, openListener } from './listener.server.ts';
import { appendEvent, EventHub, type LiveEvent, lastEventNumber } from './live.server.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let db: Database;
let listener: Listener;
let hub: EventHub;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  listener = await openListener({ url: database.url, log });
  hub = new EventHub({ db, listener, log });
});

afterAll(async () => {
  await listener.close();
  await database.close();
});

const streamOf = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
const add = (stream: string, kind: string, payload: unknown) =>
  db.transaction((tx) => appendEvent(tx, stream, kind, payload));

async function subscribe(stream: string, after: number | null) {
  const heard: LiveEvent[] = [];
  const { cursor, unsubscribe } = await hub.subscribe(stream, after, (event) => heard.push(event));
  return { heard, cursor, unsubscribe };
}

test('30 events written at once reach each reader once, in the order of their numbers', async () => {
  const [early, other] = await Promise.all([subscribe(streamOf(1), null), subscribe(streamOf(2), null)]);
  const numbers = await Promise.all(Array.from({ length: 30 }, (_, at) => add(streamOf(1), 'gift', { at })));
  const inOrder = Array.from({ length: 30 }, (_, at) => at + 1);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(inOrder);
  await expect.poll(() => early.heard.map(({ number }) => number)).toEqual(inOrder);
  expect(other.heard).toEqual([]);
  expect(await lastEventNumber(db, streamOf(1))).toBe(30);
  const late = await subscribe(streamOf(1), 27);
  await expect.poll(() => late.heard.map(({ number }) => number)).toEqual([28, 29, 30]);
  expect(late.heard).toEqual(early.heard.slice(27));
});

test('a payload too long for a notification comes whole, from the log', async () => {
  const { heard } = await subscribe(streamOf(3), null);
  const text = 'слово '.repeat(3_000);
  await add(streamOf(3), 'settings', { text });
  await add(streamOf(3), 'queue', { waiting: 1 });
  await expect
    .poll(() => heard)
    .toEqual([
      { number: 1, kind: 'settings', payload: { text } },
      { number: 2, kind: 'queue', payload: { waiting: 1 } },
    ]);
});

test('an event of a transaction that fails is heard by nobody and leaves no gap', async () => {
  const { heard } = await subscribe(streamOf(4), null);
  const failing = db.transaction(async (tx) => {
    await appendEvent(tx, streamOf(4), 'gift', {});
    throw new Error('no gift after all');
  });
  await expect(failing).rejects.toThrow('no gift after all');
  expect(await add(streamOf(4), 'gift', { real: true })).toBe(1);
  await expect.poll(() => heard).toEqual([{ number: 1, kind: 'gift', payload: { real: true } }]);
});

test('who has left hears nothing more', async () => {
  const [gone, staying] = [await subscribe(streamOf(5), null), await subscribe(streamOf(5), null)];
  gone.unsubscribe();
  await add(streamOf(5), 'gift', {});
  await expect.poll(() => staying.heard.length).toBe(1);
  expect(gone.heard).toEqual([]);
});
