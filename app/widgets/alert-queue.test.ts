import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#base/db.server.ts';
import { minor } from '#base/money.ts';
import { AlertDesk } from '#test/alert-desk.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { readQueue } from './alert-queue-store.server.ts';
import { sweepAlerts } from './alert-sweeper.server.ts';
import { keepHealth, markSeen, readSources } from './source-store.server.ts';
import { enqueueAlert } from './widgets.server.ts';

let database: TestDatabase;
let db: Database;
let desk: AlertDesk;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());
beforeEach(async () => {
  desk = await AlertDesk.open(db);
});

test('goes first in, first out, and is empty at the end', async () => {
  await desk.give(['Анна', 'Борис', 'Вера']);
  expect([await desk.show('a'), await desk.show('a'), await desk.show('a'), await desk.show('a')]).toEqual([
    'Анна',
    'Борис',
    'Вера',
    null,
  ]);
});

test('takes a gift once, however often it is told of', async () => {
  const gift = {
    projectId: desk.projectId,
    donationId: crypto.randomUUID(),
    name: 'Анна',
    amount: minor(5),
    message: null,
  };
  for (const _ of [1, 2, 3]) await db.transaction((tx) => enqueueAlert(tx, gift));
  expect((await readQueue(db, desk.projectId)).waiting).toBe(1);
});

test('gives one lease to three sources that ask twenty times at once', async () => {
  await desk.give(['Анна', 'Борис']);
  const asked = Array.from({ length: 20 }, (_, at) => desk.next(`source-${at % 3}`).then((alert) => ({ at, alert })));
  const got = (await Promise.all(asked)).filter(({ alert }) => alert !== null);
  expect(new Set(got.map(({ alert }) => alert?.alertId)).size).toBe(1);
  expect(new Set(got.map(({ at }) => at % 3)).size).toBe(1);
  expect(got[0]?.alert?.name).toBe('Анна');
});

test('numbers gifts that are paid at once without a gap or a double', async () => {
  await Promise.all(Array.from({ length: 15 }, (_, at) => desk.give([`Имя ${at}`])));
  const { rows } = await db.execute<{ number: number }>(
    sql`select number from alert where project_id = ${desk.projectId} order by number`,
  );
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1));
});

test('gives a lost lease back to the front, for any source', async () => {
  await desk.give(['Анна', 'Борис']);
  const first = await desk.next('a');
  expect(await desk.next('b')).toBeNull();
  await desk.passTime(11);
  const again = await desk.next('b');
  expect(again?.alertId).toBe(first?.alertId);
  expect(await desk.report('a', first?.alertId ?? '', 'playing')).toBe('notHeld');
  expect(await desk.report('b', first?.alertId ?? '', 'playing')).toBe('taken');
});

test('answers the same alert to the source that holds it, and nothing once it plays', async () => {
  await desk.give(['Анна', 'Борис']);
  const first = await desk.next('a');
  expect((await desk.next('a'))?.alertId).toBe(first?.alertId);
  await desk.report('a', first?.alertId ?? '', 'playing');
  expect(await desk.next('a')).toBeNull();
  expect(await desk.next('b')).toBeNull();
});

test('calls uncertain what plays without an end; a late report of its source settles it, another alert goes on', async () => {
  await desk.give(['Анна', 'Борис']);
  const first = await desk.next('a');
  await desk.report('a', first?.alertId ?? '', 'playing');
  await desk.passTime(30);
  await sweepAlerts(db);
  expect((await readQueue(db, desk.projectId)).uncertain.map(({ name }) => name)).toEqual(['Анна']);
  expect((await desk.next('b'))?.name).toBe('Борис');
  expect(await desk.report('b', first?.alertId ?? '', 'shown')).toBe('notHeld');
  expect(await desk.report('a', first?.alertId ?? '', 'shown')).toBe('taken');
  expect((await readQueue(db, desk.projectId)).uncertain).toEqual([]);
});

test('takes repeated reports as one, and refuses those that come after the end', async () => {
  await desk.give(['Анна']);
  const { alertId } = (await desk.next('a')) ?? { alertId: '' };
  expect(await desk.report('a', alertId, 'playing')).toBe('taken');
  expect(await desk.report('a', alertId, 'playing')).toBe('taken');
  expect(await desk.report('a', alertId, 'shown')).toBe('taken');
  expect(await desk.report('a', alertId, 'shown')).toBe('taken');
  expect(await desk.report('a', alertId, 'playing')).toBe('notHeld');
  expect(await desk.report('a', crypto.randomUUID(), 'shown')).toBe('missing');
});

test('leaves a failed alert to the creator, who replays it before the others', async () => {
  await desk.give(['Анна', 'Борис']);
  const { alertId } = (await desk.next('a')) ?? { alertId: '' };
  expect(await desk.report('a', alertId, 'failed', 'picture')).toBe('taken');
  expect((await readQueue(db, desk.projectId)).uncertain[0]?.reason).toBe('picture');
  expect((await desk.control('replay', alertId)).result).toBe('done');
  expect([await desk.show('a'), await desk.show('a')]).toEqual(['Анна', 'Борис']);
});

test('prefers a visible source until it has not been seen for ten seconds', async () => {
  await desk.give(['Анна']);
  await markSeen(db, { projectId: desk.projectId, source: 'visible', isVisible: true });
  expect(await desk.next('hidden', false)).toBeNull();
  await desk.passTime(11);
  expect((await desk.next('hidden', false))?.name).toBe('Анна');
});

test('holds a message for the creator and lets the others pass', async () => {
  await desk.set({ review: 'hold', minAmount: minor(1000) });
  await desk.give(['Анна']);
  await desk.give(['Борис'], null);
  await desk.give(['Мало'], null, 999);
  expect(await desk.show('a')).toBe('Борис');
  expect(await desk.show('a')).toBeNull();
  const { held } = await readQueue(db, desk.projectId);
  expect(held.map(({ name }) => name)).toEqual(['Анна']);
  await desk.control('approve', held[0]?.alertId);
  expect(await desk.show('a')).toBe('Анна');
});

test('rejects for good until the creator thinks again', async () => {
  await desk.set({ review: 'hold' });
  await desk.give(['Анна']);
  const [held] = (await readQueue(db, desk.projectId)).held;
  expect((await desk.control('reject', held?.alertId)).result).toBe('done');
  expect((await desk.control('reject', held?.alertId)).result).toBe('changed');
  expect(await desk.show('a')).toBeNull();
  expect((await desk.control('approve', held?.alertId)).result).toBe('done');
  expect(await desk.show('a')).toBe('Анна');
});

test('pauses and goes on', async () => {
  await desk.give(['Анна']);
  expect(await desk.control('pause')).toMatchObject({ isPaused: true, waiting: 1 });
  expect(await desk.show('a')).toBeNull();
  expect(await desk.control('resume')).toMatchObject({ isPaused: false });
  expect(await desk.show('a')).toBe('Анна');
});

test('skips what plays, then by a second word all that wait', async () => {
  await desk.give(['Анна', 'Борис', 'Вера']);
  const { alertId } = (await desk.next('a')) ?? { alertId: '' };
  await desk.report('a', alertId, 'playing');
  expect(await desk.control('skip')).toMatchObject({ result: 'done', waiting: 2 });
  expect(await desk.report('a', alertId, 'shown')).toBe('notHeld');
  expect(await desk.control('skip')).toMatchObject({ result: 'done', waiting: 0 });
  expect(await desk.show('a')).toBeNull();
});

test("does nothing with another creator's alert", async () => {
  await desk.give(['Анна']);
  const [theirs] = (await readQueue(db, desk.projectId)).queued;
  const another = await AlertDesk.open(db);
  expect((await another.control('skip', theirs?.alertId)).result).toBe('missing');
});

test('sources are told apart by what ails them', async () => {
  await keepHealth(db, { projectId: desk.projectId, source: 'a', audio: 'ok', isVisible: true, build: '1' });
  expect((await readSources(db, desk.projectId)).map(({ isDoubled, isConnected }) => [isDoubled, isConnected])).toEqual(
    [[false, true]],
  );
  await keepHealth(db, { projectId: desk.projectId, source: 'b', audio: 'suspended', isVisible: false, build: '1' });
  expect((await readSources(db, desk.projectId)).map(({ isDoubled }) => isDoubled)).toEqual([true, true]);
  await desk.passTime(16);
  expect((await readSources(db, desk.projectId)).map(({ isConnected }) => isConnected)).toEqual([false, false]);
});
