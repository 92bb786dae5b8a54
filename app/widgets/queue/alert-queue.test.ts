import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { minor } from '#base/money/money.ts';
import { AlertFixture } from '#test/support/alert-fixture.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { markSeen, readSources, saveHealth } from '../health/source-store.server.ts';
import { enqueueAlert } from '../widgets.server.ts';
import { sweepAlerts } from './alert-move-store.server.ts';
import { readQueue } from './alert-queue-store.server.ts';

let fixture: AlertFixture;

const database = await openTestDatabase();
afterAll(() => database.close());
const db = database.db;
beforeEach(async () => {
  fixture = await AlertFixture.open(db);
});

test('is first in, first out, and empty at the end', async () => {
  await fixture.give(['Анна', 'Борис', 'Вера']);
  expect([await fixture.show('a'), await fixture.show('a'), await fixture.show('a'), await fixture.show('a')]).toEqual([
    'Анна',
    'Борис',
    'Вера',
    null,
  ]);
});

test('enqueues a donation once, however often it is reported', async () => {
  const donation = {
    projectId: fixture.projectId,
    donationId: crypto.randomUUID(),
    name: 'Анна',
    amount: minor(5),
    message: null,
    month: null,
    giftedMonths: null,
    giftedPieces: null,
  };
  for (const _ of [1, 2, 3]) await db.transaction((tx) => enqueueAlert(tx, donation));
  expect((await readQueue(db, fixture.projectId)).waiting).toBe(1);
});

test('grants one lease to three sources that ask twenty times at once', async () => {
  await fixture.give(['Анна', 'Борис']);
  const asked = Array.from({ length: 20 }, (_, at) =>
    fixture.next(`source-${at % 3}`).then((alert) => ({ at, alert })),
  );
  const got = (await Promise.all(asked)).filter(({ alert }) => alert !== null);
  expect(new Set(got.map(({ alert }) => alert?.alertId)).size).toBe(1);
  expect(new Set(got.map(({ at }) => at % 3)).size).toBe(1);
  expect(got[0]?.alert?.name).toBe('Анна');
});

test('numbers donations paid at the same time without gaps or duplicates', async () => {
  await Promise.all(Array.from({ length: 15 }, (_, at) => fixture.give([`Имя ${at}`])));
  const { rows } = await db.execute<{ number: number }>(
    sql`select number from alert where project_id = ${fixture.projectId} order by number`,
  );
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1));
});

test('returns an expired lease to the front, for any source', async () => {
  await fixture.give(['Анна', 'Борис']);
  const first = await fixture.next('a');
  expect(await fixture.next('b')).toBeNull();
  await fixture.passTime(11);
  const again = await fixture.next('b');
  expect(again?.alertId).toBe(first?.alertId);
  expect(await fixture.report('a', first?.alertId ?? '', 'playing')).toBe('notHeld');
  expect(await fixture.report('b', first?.alertId ?? '', 'playing')).toBe('taken');
});

test('returns the same alert to the source with the lease, and nothing once it plays', async () => {
  await fixture.give(['Анна', 'Борис']);
  const first = await fixture.next('a');
  expect((await fixture.next('a'))?.alertId).toBe(first?.alertId);
  await fixture.report('a', first?.alertId ?? '', 'playing');
  expect(await fixture.next('a')).toBeNull();
  expect(await fixture.next('b')).toBeNull();
});

test('marks an alert without an end as uncertain; a late report settles it while another alert plays', async () => {
  await fixture.give(['Анна', 'Борис']);
  const first = await fixture.next('a');
  await fixture.report('a', first?.alertId ?? '', 'playing');
  await fixture.passTime(30);
  await sweepAlerts(db);
  expect((await readQueue(db, fixture.projectId)).uncertain.map(({ name }) => name)).toEqual(['Анна']);
  expect((await fixture.next('b'))?.name).toBe('Борис');
  expect(await fixture.report('b', first?.alertId ?? '', 'shown')).toBe('notHeld');
  expect(await fixture.report('a', first?.alertId ?? '', 'shown')).toBe('taken');
  expect((await readQueue(db, fixture.projectId)).uncertain).toEqual([]);
});

test('treats repeated reports as one, and refuses those after the end', async () => {
  await fixture.give(['Анна']);
  const { alertId } = (await fixture.next('a')) ?? { alertId: '' };
  expect(await fixture.report('a', alertId, 'playing')).toBe('taken');
  expect(await fixture.report('a', alertId, 'playing')).toBe('repeated');
  expect(await fixture.report('a', alertId, 'shown')).toBe('taken');
  expect(await fixture.report('a', alertId, 'shown')).toBe('repeated');
  expect(await fixture.report('a', alertId, 'playing')).toBe('notHeld');
  expect(await fixture.report('a', crypto.randomUUID(), 'shown')).toBe('missing');
});

test('leaves a failed alert to the creator, whose replay comes before the others', async () => {
  await fixture.give(['Анна', 'Борис']);
  const { alertId } = (await fixture.next('a')) ?? { alertId: '' };
  expect(await fixture.report('a', alertId, 'failed', 'picture')).toBe('taken');
  expect((await readQueue(db, fixture.projectId)).uncertain[0]?.reason).toBe('picture');
  expect((await fixture.control('replay', alertId)).result).toBe('done');
  expect([await fixture.show('a'), await fixture.show('a')]).toEqual(['Анна', 'Борис']);
});

test('prefers a visible source until it was not seen for ten seconds', async () => {
  await fixture.give(['Анна']);
  await markSeen(db, { projectId: fixture.projectId, source: 'visible', isVisible: true });
  expect(await fixture.next('hidden', false)).toBeNull();
  await fixture.passTime(11);
  expect((await fixture.next('hidden', false))?.name).toBe('Анна');
});

test('holds a message for approval and lets the others pass', async () => {
  await fixture.set({ review: 'hold', minAmount: minor(1000) });
  await fixture.give(['Анна']);
  await fixture.give(['Борис'], null);
  await fixture.give(['Мало'], null, 999);
  expect(await fixture.show('a')).toBe('Борис');
  expect(await fixture.show('a')).toBeNull();
  const { held } = await readQueue(db, fixture.projectId);
  expect(held.map(({ name }) => name)).toEqual(['Анна']);
  await fixture.control('approve', held[0]?.alertId);
  expect(await fixture.show('a')).toBe('Анна');
});

test('keeps an alert rejected until the creator approves it after all', async () => {
  await fixture.set({ review: 'hold' });
  await fixture.give(['Анна']);
  const [held] = (await readQueue(db, fixture.projectId)).held;
  expect((await fixture.control('reject', held?.alertId)).result).toBe('done');
  expect((await fixture.control('reject', held?.alertId)).result).toBe('changed');
  expect(await fixture.show('a')).toBeNull();
  expect((await fixture.control('approve', held?.alertId)).result).toBe('done');
  expect(await fixture.show('a')).toBe('Анна');
});

test('pauses and resumes', async () => {
  await fixture.give(['Анна']);
  expect(await fixture.control('pause')).toMatchObject({ isPaused: true, waiting: 1 });
  expect(await fixture.show('a')).toBeNull();
  expect(await fixture.control('resume')).toMatchObject({ isPaused: false });
  expect(await fixture.show('a')).toBe('Анна');
});

test('skips the alert that plays, then with another command those that wait', async () => {
  await fixture.give(['Анна', 'Борис', 'Вера']);
  const { alertId } = (await fixture.next('a')) ?? { alertId: '' };
  await fixture.report('a', alertId, 'playing');
  expect(await fixture.control('skip', alertId)).toMatchObject({ result: 'done', waiting: 2 });
  expect(await fixture.report('a', alertId, 'shown')).toBe('notHeld');
  const waiting = (await readQueue(db, fixture.projectId)).queued.map((alert) => alert.alertId);
  expect(await fixture.control('skip', ...waiting)).toMatchObject({ result: 'done', waiting: 0 });
  expect(await fixture.show('a')).toBeNull();
});

test("has no effect on another creator's alert", async () => {
  await fixture.give(['Анна']);
  const [theirs] = (await readQueue(db, fixture.projectId)).queued;
  const another = await AlertFixture.open(db);
  expect((await another.control('skip', theirs?.alertId)).result).toBe('missing');
});

test('lists sources with their problems', async () => {
  await saveHealth(db, { projectId: fixture.projectId, source: 'a', audio: 'ok', isVisible: true, build: '1' });
  expect(
    (await readSources(db, fixture.projectId)).map(({ isDoubled, isConnected }) => [isDoubled, isConnected]),
  ).toEqual([[false, true]]);
  await saveHealth(db, { projectId: fixture.projectId, source: 'b', audio: 'suspended', isVisible: false, build: '1' });
  expect((await readSources(db, fixture.projectId)).map(({ isDoubled }) => isDoubled)).toEqual([true, true]);
  await fixture.passTime(16);
  expect((await readSources(db, fixture.projectId)).map(({ isConnected }) => isConnected)).toEqual([false, false]);
});
