import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#base/db.server.ts';
import { minor } from '#base/money.ts';
import { AlertDesk } from '#test/alert-desk.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { readQueue } from './alert-queue-store.server.ts';
import { sweepAlerts } from './alert-sweeper.server.ts';
import { defaultAlert } from './widget-settings.ts';
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

/** What the project's pages were told of a kind, each time. */
async function toldOf(kind: 'gift' | 'queue'): Promise<unknown[]> {
  const { rows } = await db.execute<{ payload: unknown }>(
    sql`select payload from event_log where stream = ${desk.projectId} and kind = ${kind} order by number`,
  );
  return rows.map(({ payload }) => payload);
}

/** How often they were told that the queue has changed. */
const rings = async () => (await toldOf('queue')).length;

/** Takes the next alert and begins it; its id. */
async function begin(source = 'a'): Promise<string> {
  const { alertId = '' } = (await desk.next(source)) ?? {};
  const answer = await desk.report(source, alertId, 'playing');
  if (answer !== 'taken') throw new Error(`the alert could not begin: ${answer}`);
  return alertId;
}

describe('an alert without an end is waited for', () => {
  /** What it is a second before, and a second after, that many seconds of playing. */
  async function statesAround(seconds: number) {
    const stateNow = async () => {
      await sweepAlerts(db);
      const { current, uncertain } = await readQueue(db, desk.projectId);
      return current?.state ?? uncertain[0]?.state;
    };
    await begin();
    await desk.passTime(seconds - 1);
    const before = await stateNow();
    await desk.passTime(2);
    return [before, await stateNow()];
  }

  const { template, animation, sound, image } = defaultAlert;
  const look = { template, animation, sound, image };

  test('as long as its own look and its voice last', async () => {
    const variants = [{ ...look, minAmount: minor(5_000_000), duration: 20 }];
    await desk.set({ duration: 3, readAloud: true, variants });
    await desk.give(['Анна'], 'привет', 5_000_000);
    expect(await statesAround(20 + 15 + 6)).toEqual(['playing', 'uncertain']);
  });

  test('no longer than its sound where it is short and silent', async () => {
    await desk.set({ duration: 3, readAloud: false, variants: [] });
    await desk.give(['Анна']);
    expect(await statesAround(9 + 6)).toEqual(['playing', 'uncertain']);
  });

  test('as long as the names of a digest take to read', async () => {
    await desk.set({ duration: 5, readAloud: false, variants: [] });
    await desk.give(
      Array.from({ length: 20 }, (_, at) => `Имя ${at}`),
      null,
    );
    expect(await statesAround(5 + 20 * 0.6 + 6)).toEqual(['playing', 'uncertain']);
  });
});

test('the pages are told of a gift once, and how many wait', async () => {
  const { projectId } = desk;
  const gift = { projectId, donationId: crypto.randomUUID(), name: 'Анна', amount: minor(5), message: null };
  for (const _ of [1, 2]) await db.transaction((tx) => enqueueAlert(tx, gift));
  await desk.give(['Борис']);
  expect(await toldOf('gift')).toEqual([{ waiting: 1 }, { waiting: 2 }]);
  await desk.show('a');
  expect(await toldOf('queue')).toEqual([{ waiting: 1 }]);
});

describe('a report', () => {
  test('rings the pages once an alert has ended, not while it begins and not twice', async () => {
    await desk.give(['Анна', 'Борис']);
    const before = await rings();
    const first = await begin();
    expect(await rings()).toBe(before);
    for (const _ of [1, 2]) await desk.report('a', first, 'shown');
    expect(await rings()).toBe(before + 1);
    const second = await begin();
    for (const _ of [1, 2]) expect(await desk.report('a', second, 'failed')).toBe('taken');
    expect(await rings()).toBe(before + 2);
  });

  test('without a reason for its failure is told as failed', async () => {
    await desk.give(['Анна']);
    await desk.report('a', await begin(), 'failed');
    expect((await readQueue(db, desk.projectId)).uncertain).toMatchObject([{ reason: 'failed' }]);
  });

  test('does not say that a gift was given back: its alert may be shown again', async () => {
    await desk.give(['Анна']);
    const alertId = await begin();
    await desk.report('a', alertId, 'failed', 'refunded');
    expect((await readQueue(db, desk.projectId)).uncertain).toMatchObject([{ alertId, reason: 'failed' }]);
    expect((await desk.control('replay', alertId)).result).toBe('done');
  });

  test('that comes too late rings the pages for what time has decided', async () => {
    await desk.give(['Анна']);
    const { alertId = '' } = (await desk.next('a')) ?? {};
    await desk.passTime(11);
    const before = await rings();
    expect(await desk.report('a', alertId, 'playing')).toBe('notHeld');
    expect(await rings()).toBe(before + 1);
    expect(await desk.report('a', alertId, 'playing')).toBe('notHeld');
    expect(await rings()).toBe(before + 1);
  });

  test('of a page that does not hold the alert changes nothing of it', async () => {
    await desk.give(['Анна']);
    await desk.next('a');
    await desk.passTime(11);
    const { alertId = '' } = (await desk.next('b')) ?? {};
    for (const state of ['playing', 'shown', 'failed'] as const) {
      expect(await desk.report('a', alertId, state)).toBe('notHeld');
      expect((await readQueue(db, desk.projectId)).current).toMatchObject({ alertId, state: 'leased', source: 'b' });
    }
  });

  test('on another creator’s alert finds none', async () => {
    await desk.give(['Анна']);
    const alertId = await begin();
    const another = await AlertDesk.open(db);
    expect(await another.report('a', alertId, 'shown')).toBe('missing');
    expect((await readQueue(db, desk.projectId)).current).toMatchObject({ alertId, state: 'playing' });
  });
});

describe('a page that asks', () => {
  test('gets nothing where there has never been an alert, or none is left', async () => {
    expect(await desk.next('a')).toBeNull();
    await desk.give(['Анна']);
    expect(await desk.show('a')).toBe('Анна');
    expect(await desk.next('a')).toBeNull();
  });

  test('unseen is served where no other page is seen, its own earlier look left out', async () => {
    await desk.give(['Анна']);
    await desk.control('pause');
    expect(await desk.next('a')).toBeNull();
    await desk.control('resume');
    expect(await desk.next('b', false)).toBeNull();
    expect((await desk.next('a', false))?.name).toBe('Анна');
  });
});
