import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { minor } from '#base/money/money.ts';
import { AlertFixture } from '#test/support/alert-fixture.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { defaultAlert, defaultTheme } from '../widget-settings.ts';
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

/** The events of a kind that the project's pages received. */
async function eventsOf(kind: 'donation' | 'queue'): Promise<unknown[]> {
  const { rows } = await db.execute<{ payload: unknown }>(
    sql`select payload from event_log where stream = ${fixture.projectId} and kind = ${kind} order by number`,
  );
  return rows.map(({ payload }) => payload);
}

/** How often they were notified of a change of the queue. */
const rings = async () => (await eventsOf('queue')).length;

/** Leases and starts the next alert; returns its id. */
async function begin(source = 'a'): Promise<string> {
  const { alertId = '' } = (await fixture.next(source)) ?? {};
  const answer = await fixture.report(source, alertId, 'playing');
  if (answer !== 'taken') throw new Error(`the alert could not begin: ${answer}`);
  return alertId;
}

describe('an alert without an end becomes uncertain', () => {
  /** Its states one second before and one second after this many seconds of playing. */
  async function statesAround(seconds: number) {
    const stateNow = async () => {
      await sweepAlerts(db);
      const { current, uncertain } = await readQueue(db, fixture.projectId);
      return current?.state ?? uncertain[0]?.state;
    };
    await begin();
    await fixture.passTime(seconds - 1);
    const before = await stateNow();
    await fixture.passTime(2);
    return [before, await stateNow()];
  }

  const { template, animation, sound, image } = defaultAlert;
  const look = { ...defaultTheme, template, animation, sound, image };

  test('after the time of its own look and its voice', async () => {
    const variants = [{ ...look, minAmount: minor(5_000_000), duration: 20 }];
    await fixture.set({ duration: 3, readAloud: true, variants });
    await fixture.give(['Анна'], 'привет', 5_000_000);
    expect(await statesAround(20 + 15 + 6)).toEqual(['playing', 'uncertain']);
  });

  test('after the time of its sound where it is short and silent', async () => {
    await fixture.set({ duration: 3, readAloud: false, variants: [] });
    await fixture.give(['Анна']);
    expect(await statesAround(9 + 6)).toEqual(['playing', 'uncertain']);
  });

  test('after the time that reading the names of a digest takes', async () => {
    await fixture.set({ duration: 5, readAloud: false, variants: [] });
    await fixture.give(
      Array.from({ length: 20 }, (_, at) => `Имя ${at}`),
      null,
    );
    expect(await statesAround(5 + 20 * 0.6 + 6)).toEqual(['playing', 'uncertain']);
  });
});

test('the pages are notified of a donation once, with the number that waits', async () => {
  const { projectId } = fixture;
  const donation = {
    projectId,
    donationId: crypto.randomUUID(),
    name: 'Анна',
    amount: minor(5),
    message: null,
    month: null,
    giftedMonths: null,
    giftedPieces: null,
  };
  for (const _ of [1, 2]) await db.transaction((tx) => enqueueAlert(tx, donation));
  await fixture.give(['Борис']);
  const nobody = { first: null, isTaken: false };
  expect(await eventsOf('donation')).toEqual([
    { waiting: 1, ...nobody },
    { waiting: 2, ...nobody },
  ]);
  await fixture.show('a');
  expect(await eventsOf('queue')).toEqual([{ waiting: 1, first: 'a', isTaken: false }]);
});

test('of several pages the ring names the first that is there and visible, and all learn that the alert is taken', async () => {
  for (const source of ['a', 'b', 'c']) await fixture.next(source, source !== 'a');
  await fixture.give(['Анна']);
  expect(await eventsOf('donation')).toMatchObject([{ waiting: 1, first: 'b', isTaken: false }]);
  await begin('c');
  expect(await eventsOf('queue')).toMatchObject([{ waiting: 0, isTaken: true }]);
  await fixture.passTime(9);
  await fixture.next('c');
  await fixture.give(['Борис']);
  const named = (await eventsOf('donation')).at(-1);
  expect(named, 'a page that is silent is not left to ask first').toMatchObject({ first: 'c', isTaken: true });
});

describe('a report', () => {
  test('notifies the pages at the end of an alert, not at its start and not twice', async () => {
    await fixture.give(['Анна', 'Борис']);
    const before = await rings();
    const first = await begin();
    expect(await rings()).toBe(before);
    for (const _ of [1, 2]) await fixture.report('a', first, 'shown');
    expect(await rings()).toBe(before + 1);
    const second = await begin();
    for (const answer of ['taken', 'repeated']) expect(await fixture.report('a', second, 'failed')).toBe(answer);
    expect(await rings()).toBe(before + 2);
  });

  test('of a failure without a reason gets the reason `failed`', async () => {
    await fixture.give(['Анна']);
    await fixture.report('a', await begin(), 'failed');
    expect((await readQueue(db, fixture.projectId)).uncertain).toMatchObject([{ reason: 'failed' }]);
  });

  test('cannot mark a donation as refunded: its alert may be shown again', async () => {
    await fixture.give(['Анна']);
    const alertId = await begin();
    await fixture.report('a', alertId, 'failed', 'refunded');
    expect((await readQueue(db, fixture.projectId)).uncertain).toMatchObject([{ alertId, reason: 'failed' }]);
    expect((await fixture.control('replay', alertId)).result).toBe('done');
  });

  test('that comes too late notifies the pages of the timeouts that it applies', async () => {
    await fixture.give(['Анна']);
    const { alertId = '' } = (await fixture.next('a')) ?? {};
    await fixture.passTime(11);
    const before = await rings();
    expect(await fixture.report('a', alertId, 'playing')).toBe('notHeld');
    expect(await rings()).toBe(before + 1);
    expect(await fixture.report('a', alertId, 'playing')).toBe('notHeld');
    expect(await rings()).toBe(before + 1);
  });

  test('of a page without the lease does not change the alert', async () => {
    await fixture.give(['Анна']);
    await fixture.next('a');
    await fixture.passTime(11);
    const { alertId = '' } = (await fixture.next('b')) ?? {};
    for (const state of ['playing', 'shown', 'failed'] as const) {
      expect(await fixture.report('a', alertId, state)).toBe('notHeld');
      expect((await readQueue(db, fixture.projectId)).current).toMatchObject({ alertId, state: 'leased', source: 'b' });
    }
  });

  test('about another creator’s alert is not found', async () => {
    await fixture.give(['Анна']);
    const alertId = await begin();
    const another = await AlertFixture.open(db);
    expect(await another.report('a', alertId, 'shown')).toBe('missing');
    expect((await readQueue(db, fixture.projectId)).current).toMatchObject({ alertId, state: 'playing' });
  });
});

describe('a page that asks', () => {
  test('gets nothing where there never was an alert, or none is left', async () => {
    expect(await fixture.next('a')).toBeNull();
    await fixture.give(['Анна']);
    expect(await fixture.show('a')).toBe('Анна');
    expect(await fixture.next('a')).toBeNull();
  });

  test('hidden is served where no other page is visible, not counting its own earlier visibility', async () => {
    await fixture.give(['Анна']);
    await fixture.control('pause');
    expect(await fixture.next('a')).toBeNull();
    await fixture.control('resume');
    expect(await fixture.next('b', false)).toBeNull();
    expect((await fixture.next('a', false))?.name).toBe('Анна');
  });
});
