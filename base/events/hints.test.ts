import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/support/database/database.ts';
import { listening } from '#test/support/database/listening.ts';
import { outdateCached } from './cache-tags.server.ts';
import { openHintSender } from './hints.server.ts';
import { type Listener, openListener } from './listener.server.ts';
import { appendEvent } from './live.server.ts';

const log = pino({ level: 'silent' });
const stream = '00000000-0000-7000-8000-000000000001';

let database: TestDatabase;
let listener: Listener;
let received: { events: number[]; tags: string[] };

beforeEach(async () => {
  database = await openTestDatabase();
  listener = await openListener({ url: database.url, log });
  received = { events: [], tags: [] };
  listener.on('live_event', (payload) => received.events.push(JSON.parse(payload).number));
  listener.on('dropped_tags', (payload) => received.tags.push(payload));
  await listening(database.db, 'dropped_tags');
});

afterEach(async () => {
  await listener.close();
  await database.close();
});

const openSender = () => openHintSender({ db: database.db, url: database.url, log, overlapMilliseconds: 0 });
const add = () => database.db.transaction((tx) => appendEvent(tx, stream, 'donation', {}));
const countRows = async () => (await database.db.pool.query('select count(*) as n from hint')).rows[0]?.n;

test('each hint is sent once, after the commit, and leaves no row behind', async () => {
  const sender = await openSender();
  try {
    await database.db.transaction(async (tx) => {
      await appendEvent(tx, stream, 'donation', {});
      await outdateCached(tx, ['project:1', 'recentDonations']);
      await database.db.pool.query(`select pg_notify('live_event', '{"number":0}')`);
      await expect.poll(() => received.events).toEqual([0]);
    });
    await Promise.all(Array.from({ length: 20 }, add));
    await expect.poll(() => received.events.length).toBe(22);
    // Two commits may be reported to the process in the other order: streams read a gap from the table.
    const inOrder = received.events.toSorted((one, other) => one - other);
    expect(inOrder).toEqual(Array.from({ length: 22 }, (_, at) => at));
    expect(received.tags).toEqual(['["project:1", "recentDonations", 1]']);
    expect(await countRows()).toBe(0);
  } finally {
    await sender.close();
  }
});

test('a transaction that began before many others and commits long after them is not overlooked', async () => {
  const sender = await openSender();
  const early = await database.db.pool.connect();
  const insert = (number: number) =>
    `insert into hint (channel, payload) values ('live_event', '{"number":${number}}')`;
  try {
    await early.query('begin');
    await early.query(insert(1));
    for (let number = 2; number <= 6; number += 1) {
      await database.db.pool.query(insert(number));
      await expect.poll(() => received.events.at(-1)).toBe(number);
    }
    await early.query('commit');
    await expect.poll(() => received.events).toEqual([2, 3, 4, 5, 6, 1]);
  } finally {
    early.release();
    await sender.close();
  }
});

test('after its connection was lost the sender sends what was committed meanwhile', async () => {
  const sender = await openSender();
  try {
    await database.db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'opora-hints' and datname = current_database()`);
    await add();
    await add();
    await expect.poll(() => received.events, { timeout: 5_000 }).toEqual([1, 2]);
  } finally {
    await sender.close();
  }
});

test('a sender that closes sends what is due first', async () => {
  const sender = await openSender();
  await Promise.all(Array.from({ length: 10 }, add));
  await sender.close();
  expect(await countRows()).toBe(0);
  await expect.poll(() => received.events.length).toBe(10);
});
