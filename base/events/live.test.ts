import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { openHintSender } from './hints.server.ts';
import { openListener } from './listener.server.ts';
import { appendAtEnd, appendEvent, EventHub, type LiveEvent, lastEventNumber } from './live.server.ts';

const log = pino({ level: 'silent' });

const database = await openTestDatabase();
const db = database.db;
const listener = await openListener({ url: database.url, log });
const hints = await openHintSender({ db, url: database.url, log });
const hub = new EventHub({ db, listener, log });
afterAll(async () => {
  await hints.close();
  await listener.close();
  await database.close();
});

const streamOf = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
const add = (stream: string, kind: string, payload: unknown) =>
  db.transaction((tx) => appendEvent(tx, stream, kind, payload));

async function subscribe(stream: string, after: number | null) {
  const received: LiveEvent[] = [];
  const { cursor, unsubscribe } = await hub.subscribe(stream, after, (event) => received.push(event));
  return { received, cursor, unsubscribe };
}

test('30 events written at once reach each reader once, in the order of their numbers', async () => {
  const [early, other] = await Promise.all([subscribe(streamOf(1), null), subscribe(streamOf(2), null)]);
  const numbers = await Promise.all(Array.from({ length: 30 }, (_, at) => add(streamOf(1), 'donation', { at })));
  const inOrder = Array.from({ length: 30 }, (_, at) => at + 1);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(inOrder);
  await expect.poll(() => early.received.map(({ number }) => number)).toEqual(inOrder);
  expect(other.received).toEqual([]);
  expect(await lastEventNumber(db, streamOf(1))).toBe(30);
  const late = await subscribe(streamOf(1), 27);
  await expect.poll(() => late.received.map(({ number }) => number)).toEqual([28, 29, 30]);
  expect(late.received).toEqual(early.received.slice(27));
});

test('a payload too long for a notification comes whole, from the log', async () => {
  const { received } = await subscribe(streamOf(3), null);
  const text = 'слово '.repeat(3_000);
  await add(streamOf(3), 'settings', { text });
  await add(streamOf(3), 'queue', { waiting: 1 });
  await expect
    .poll(() => received)
    .toEqual([
      { number: 1, kind: 'settings', payload: { text } },
      { number: 2, kind: 'queue', payload: { waiting: 1 } },
    ]);
});

test('a payload that PostgreSQL spells longer than JavaScript does is appended all the same', async () => {
  const { received } = await subscribe(streamOf(40), null);
  const payload = Array.from({ length: 3_400 }, () => 1);
  expect(JSON.stringify(payload).length).toBeLessThan(7_000);
  await add(streamOf(40), 'settings', payload);
  await expect.poll(() => received).toEqual([{ number: 1, kind: 'settings', payload }]);
});

test('an event of a failed transaction is not delivered and leaves no gap', async () => {
  const { received } = await subscribe(streamOf(4), null);
  const failing = db.transaction(async (tx) => {
    await appendEvent(tx, streamOf(4), 'donation', {});
    throw new Error('no donation after all');
  });
  await expect(failing).rejects.toThrow('no donation after all');
  expect(await add(streamOf(4), 'donation', { real: true })).toBe(1);
  await expect.poll(() => received).toEqual([{ number: 1, kind: 'donation', payload: { real: true } }]);
});

test('events of the end are appended after all others, in the order of their streams, whatever order they were published in', async () => {
  const { received } = await subscribe(streamOf(7), null);
  const both = [streamOf(7), streamOf(8)];
  const last = async (stream: string) => lastEventNumber(db, stream);
  const tell = (streams: readonly string[], rounds: number) =>
    Array.from({ length: rounds }, () =>
      db.transaction(async (tx) => {
        for (const stream of streams) appendAtEnd(tx, stream, 'donation', { of: stream });
        await appendEvent(tx, streamOf(10), 'queue', {});
      }),
    );
  const deadlocks = async () =>
    (await db.pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows[0];
  const before = await deadlocks();
  await Promise.all([...tell(both, 10), ...tell(both.toReversed(), 10)]);
  expect(await Promise.all(both.map(last))).toEqual([20, 20]);
  await expect.poll(() => received.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(await deadlocks()).toEqual(before);
});

test('whoever resumes while others are being read misses none', async () => {
  const stream = streamOf(13);
  for (let at = 0; at < 6; at += 1) await add(stream, 'donation', { at });
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
  const run = db.run.bind(db);
  const slowly = vi.spyOn(db, 'run').mockImplementation(async (asked, values) => {
    const rows = await run(asked, values);
    if (values[1] === 4) await isOver;
    return rows;
  });
  const late = await subscribe(stream, 4);
  const early = await subscribe(stream, 0);
  goOn();
  await expect.poll(() => late.received.map(({ number }) => number)).toEqual([5, 6]);
  await expect.poll(() => early.received.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  slowly.mockRestore();
});

test('an event of the end is not appended by a transaction that fails, and its failure undoes the transaction', async () => {
  const failing = db.transaction(async (tx) => {
    appendAtEnd(tx, streamOf(11), 'donation', {});
    throw new Error('no donation after all');
  });
  await expect(failing).rejects.toThrow('no donation after all');
  const undone = db.transaction(async (tx) => {
    await appendEvent(tx, streamOf(12), 'donation', {});
    appendAtEnd(tx, 'no stream', 'donation', {});
  });
  await expect(undone).rejects.toThrow('uuid');
  expect([await lastEventNumber(db, streamOf(11)), await lastEventNumber(db, streamOf(12))]).toEqual([0, 0]);
});

test('all subscribers of a process get one object, short or from the log, so that it is encoded once', async () => {
  const [one, other] = await Promise.all([subscribe(streamOf(6), null), subscribe(streamOf(6), null)]);
  await add(streamOf(6), 'queue', { waiting: 1 });
  await add(streamOf(6), 'settings', { text: 'слово '.repeat(3_000) });
  await expect.poll(() => [one.received.length, other.received.length]).toEqual([2, 2]);
  for (const [at, event] of one.received.entries()) expect(other.received[at]).toBe(event);
});

test('an ended subscription receives nothing more', async () => {
  const gone = await subscribe(streamOf(5), null);
  const staying = await subscribe(streamOf(5), null);
  gone.unsubscribe();
  await add(streamOf(5), 'donation', {});
  await expect.poll(() => staying.received.length).toBe(1);
  expect(gone.received).toEqual([]);
});
