import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#base/db.server.ts';
import { AlertDesk } from '#test/alert-desk.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { readQueue } from './alert-queue-store.server.ts';
import { withdrawAlert } from './widgets.server.ts';

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

/** The gift is given back. */
const giveBack = (payId: string, projectId = desk.projectId) =>
  db.transaction((tx) => withdrawAlert(tx, { projectId, donationId: payId }));

async function stateOf(payId: string) {
  const { rows } = await db.execute<{ state: string; reason: string | null; digest_id: string | null }>(
    sql`select state, reason, digest_id from alert where pay_id = ${payId}`,
  );
  return rows[0];
}

const skipped = { state: 'skipped', reason: 'refunded', digest_id: null };

/** How often a project's pages were rung. */
async function rings(kind: 'queue' | 'statistics'): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) as count from event_log where stream = ${desk.projectId} and kind = ${kind}`,
  );
  return rows[0]?.count ?? 0;
}

describe('the alert of a gift that is given back', () => {
  test('leaves the queue while it waits or is held, and every page asks for the figures again', async () => {
    const [payId = '', other = ''] = await desk.give(['Анна', 'Борис']);
    const before = [await rings('queue'), await rings('statistics')];
    await giveBack(payId);
    expect([await stateOf(payId), (await stateOf(other))?.state]).toEqual([skipped, 'queued']);
    expect([await rings('queue'), await rings('statistics')]).toEqual(before.map((count) => count + 1));
    await desk.set({ review: 'hold' });
    const [held = ''] = await desk.give(['Вера']);
    await giveBack(held);
    expect(await stateOf(held)).toEqual(skipped);
  });

  test('is taken back from the page that has not begun it yet', async () => {
    const [payId = ''] = await desk.give(['Анна', 'Борис']);
    const { alertId = '' } = (await desk.next('a')) ?? {};
    await giveBack(payId);
    expect(await stateOf(payId)).toEqual(skipped);
    expect(await desk.report('a', alertId, 'playing')).toBe('notHeld');
    expect(await desk.show('a')).toBe('Борис');
  });

  test('is skipped where its end is unknown', async () => {
    const [payId = ''] = await desk.give(['Анна']);
    await desk.report('a', (await desk.next('a'))?.alertId ?? '', 'failed', 'picture');
    await giveBack(payId);
    expect(await stateOf(payId)).toEqual(skipped);
  });

  test('stays as it is on the screen and after its end, and is never shown again', async () => {
    const [playing = '', other = ''] = await desk.give(['Анна', 'Борис']);
    const { alertId = '' } = (await desk.next('a')) ?? {};
    await desk.report('a', alertId, 'playing');
    await giveBack(playing);
    expect(await stateOf(playing)).toMatchObject({ state: 'playing', reason: 'refunded' });
    await desk.report('a', alertId, 'shown');
    expect(await stateOf(playing)).toMatchObject({ state: 'shown', reason: 'refunded' });
    const { alertId: second = '' } = (await desk.next('a')) ?? {};
    await desk.control('skip', second);
    await giveBack(other);
    expect(await stateOf(other)).toMatchObject({ state: 'skipped', reason: 'refunded' });
    for (const id of [alertId, second]) expect((await desk.control('replay', id)).result).toBe('changed');
    expect(await desk.control('replay')).toMatchObject({ result: 'done', waiting: 0 });
  });

  test('makes way for the one before it when the last is to be replayed', async () => {
    const [, last = ''] = await desk.give(['Анна', 'Борис']);
    for (const name of ['Анна', 'Борис']) expect(await desk.show('a')).toBe(name);
    await giveBack(last);
    await desk.control('replay');
    expect(await desk.show('a')).toBe('Анна');
  });

  test('stays rejected, whatever its creator thinks later', async () => {
    await desk.set({ review: 'hold' });
    const [payId = ''] = await desk.give(['Анна']);
    const [held] = (await readQueue(db, desk.projectId)).held;
    await desk.control('reject', held?.alertId);
    await giveBack(payId);
    expect((await desk.control('approve', held?.alertId)).result).toBe('changed');
    expect(await stateOf(payId)).toMatchObject({ state: 'rejected', reason: 'refunded' });
  });

  test('is not there for a gift below the minimum, and another creator’s is left alone', async () => {
    const [payId = ''] = await desk.give(['Анна']);
    await giveBack(crypto.randomUUID());
    await giveBack(payId, (await AlertDesk.open(db)).projectId);
    expect((await stateOf(payId))?.state).toBe('queued');
  });
});

describe('a gift of a digest that is given back', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `Имя ${at}`);

  /** A digest that page `a` has just been handed. */
  async function digestOf(count: number) {
    const payIds = await desk.give(names(count), null);
    return { payIds, alertId: (await desk.next('a'))?.alertId ?? '' };
  }

  test('leaves the others together, whichever it is, and they keep their place', async () => {
    const { payIds, alertId } = await digestOf(12);
    await desk.give(['С сообщением']);
    await giveBack(payIds[0] ?? '');
    expect(await stateOf(payIds[0] ?? '')).toEqual(skipped);
    expect(await desk.report('a', alertId, 'playing')).toBe('notHeld');
    await giveBack(payIds[5] ?? '');
    expect(await stateOf(payIds[5] ?? '')).toEqual(skipped);
    const next = await desk.next('b');
    expect(next).toMatchObject({ name: null, payId: null, amount: 10_000_000 });
    expect(next?.digest?.names).toEqual(names(12).filter((_, at) => at !== 0 && at !== 5));
    await desk.report('b', next?.alertId ?? '', 'playing');
    await desk.report('b', next?.alertId ?? '', 'shown');
    expect(await desk.show('b')).toBe('С сообщением');
    expect(await desk.show('b')).toBeNull();
  });

  test('leaves the digest whole while it is on the screen', async () => {
    const { payIds, alertId } = await digestOf(12);
    await desk.report('a', alertId, 'playing');
    await giveBack(payIds[3] ?? '');
    expect(await stateOf(payIds[3] ?? '')).toMatchObject({ state: 'playing', digest_id: alertId });
    expect(await desk.report('a', alertId, 'shown')).toBe('taken');
    expect((await desk.control('replay', alertId)).result).toBe('done');
    const again = await desk.next('a');
    expect(again?.digest).toMatchObject({ count: 11, amount: 11_000_000 });
    expect(again?.digest?.names).not.toContain('Имя 3');
  });

  test('leaves it after its end, also where it stood for all', async () => {
    const { payIds, alertId } = await digestOf(12);
    await desk.report('a', alertId, 'playing');
    await giveBack(payIds[0] ?? '');
    await desk.report('a', alertId, 'shown');
    await giveBack(payIds[5] ?? '');
    await desk.control('replay');
    expect((await desk.next('a'))?.digest?.names).toEqual(names(12).filter((_, at) => at !== 0 && at !== 5));
  });

  test.each(['shown', 'failed'] as const)(
    'leaves the others to be replayed by name, also where it stood for all: %s',
    async (end) => {
      const { payIds, alertId } = await digestOf(11);
      await desk.report('a', alertId, 'playing');
      await giveBack(payIds[0] ?? '');
      await desk.report('a', alertId, end, 'picture');
      const [ended] = (await readQueue(db, desk.projectId)).ended;
      expect(ended).toMatchObject({ alertId, reason: end === 'shown' ? null : 'picture' });
      expect((await desk.control('replay', alertId)).result).toBe('done');
      const again = await desk.next('a');
      expect(again?.digest?.names).toEqual(names(11).slice(1));
      const { rows } = await db.execute<{ payload: unknown }>(
        sql`select payload from event_log where stream = ${desk.projectId} and kind = 'control'`,
      );
      expect(rows).toEqual([{ payload: { action: 'replay', alertId: again?.alertId } }]);
    },
  );

  test.each([0, 3])('is not replayed with it where what ended later was given back, too: gift %i', async (at) => {
    const { payIds, alertId } = await digestOf(11);
    await desk.report('a', alertId, 'playing');
    await giveBack(payIds[at] ?? '');
    await desk.report('a', alertId, 'shown');
    const [later = ''] = await desk.give(['Борис']);
    expect(await desk.show('a')).toBe('Борис');
    await giveBack(later);
    await desk.control('replay');
    expect((await desk.next('a'))?.digest?.names).toEqual(names(11).filter((_, one) => one !== at));
  });

  test('is not replayed where all the others were given back, too', async () => {
    const { payIds, alertId } = await digestOf(11);
    await desk.report('a', alertId, 'playing');
    for (const payId of payIds) await giveBack(payId);
    await desk.report('a', alertId, 'shown');
    expect((await readQueue(db, desk.projectId)).ended).toMatchObject([{ alertId, reason: 'refunded' }]);
    expect((await desk.control('replay', alertId)).result).toBe('changed');
  });

  test('leaves a digest of uncertain end too, and the last of it stands for itself', async () => {
    const { payIds, alertId } = await digestOf(11);
    await desk.report('a', alertId, 'failed', 'picture');
    for (const payId of payIds.slice(0, 9)) await giveBack(payId);
    expect((await readQueue(db, desk.projectId)).uncertain).toMatchObject([
      { name: null, digest: { count: 2, names: ['Имя 9', 'Имя 10'], amount: 2_000_000 } },
    ]);
    await giveBack(payIds[10] ?? '');
    expect((await readQueue(db, desk.projectId)).uncertain).toMatchObject([
      { name: 'Имя 9', payId: payIds[9], digest: null, amount: 1_000_000 },
    ]);
  });
});

describe('what time has decided', () => {
  test('rings the pages when somebody asks, and says why an end is unknown', async () => {
    await desk.give(['Анна']);
    const { alertId = '' } = (await desk.next('a')) ?? {};
    await desk.report('a', alertId, 'playing');
    await desk.passTime(60);
    const before = await rings('queue');
    expect(await desk.next('b')).toBeNull();
    expect(await rings('queue')).toBe(before + 1);
    expect((await readQueue(db, desk.projectId)).uncertain).toMatchObject([{ alertId, reason: 'unfinished' }]);
    expect(await desk.next('b')).toBeNull();
    expect(await rings('queue')).toBe(before + 1);
  });

  test('stands in the queue with its times', async () => {
    await desk.give(['Анна', 'Борис']);
    expect(await desk.show('a')).toBe('Анна');
    await desk.report('a', (await desk.next('a'))?.alertId ?? '', 'playing');
    const { current, ended } = await readQueue(db, desk.projectId);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(current).toMatchObject({ queuedAt: time, leasedAt: time, playingAt: time, endedAt: null, source: 'a' });
    expect(ended).toMatchObject([{ queuedAt: time, leasedAt: time, playingAt: time, endedAt: time, reason: null }]);
  });

  test('an alert whose beginning was never told has begun when it was handed out', async () => {
    await desk.give(['Анна']);
    await desk.report('a', (await desk.next('a'))?.alertId ?? '', 'shown');
    const { ended } = await readQueue(db, desk.projectId);
    expect(ended[0]?.playingAt).toBe(ended[0]?.leasedAt);
  });
});
