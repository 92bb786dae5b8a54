import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertFixture } from '#test/support/alert-fixture.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { withdrawAlert } from '../widgets.server.ts';
import { readQueue } from './alert-queue-store.server.ts';

let fixture: AlertFixture;

const database = await openTestDatabase();
afterAll(() => database.close());
const db = database.db;
beforeEach(async () => {
  fixture = await AlertFixture.open(db);
});

/** Refunds the donation. */
const giveBack = (payId: string, projectId = fixture.projectId) =>
  db.transaction((tx) => withdrawAlert(tx, { projectId, donationId: payId }));

async function stateOf(payId: string) {
  const { rows } = await db.execute<{ state: string; reason: string | null; digest_id: string | null }>(
    sql`select state, reason, digest_id from alert where pay_id = ${payId}`,
  );
  return rows[0];
}

const skipped = { state: 'skipped', reason: 'refunded', digest_id: null };

/** How often a project's pages were notified. */
async function rings(kind: 'queue' | 'statistics'): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) as count from event_log where stream = ${fixture.projectId} and kind = ${kind}`,
  );
  return rows[0]?.count ?? 0;
}

describe('the alert of a refunded donation', () => {
  test('leaves the queue while it waits or is held, and every page reloads the figures', async () => {
    const [payId = '', other = ''] = await fixture.give(['Анна', 'Борис']);
    const before = [await rings('queue'), await rings('statistics')];
    await giveBack(payId);
    expect([await stateOf(payId), (await stateOf(other))?.state]).toEqual([skipped, 'queued']);
    expect([await rings('queue'), await rings('statistics')]).toEqual(before.map((count) => count + 1));
    await fixture.set({ review: 'hold' });
    const [held = ''] = await fixture.give(['Вера']);
    await giveBack(held);
    expect(await stateOf(held)).toEqual(skipped);
  });

  test('is revoked from the page that has not started it', async () => {
    const [payId = ''] = await fixture.give(['Анна', 'Борис']);
    const { alertId = '' } = (await fixture.next('a')) ?? {};
    await giveBack(payId);
    expect(await stateOf(payId)).toEqual(skipped);
    expect(await fixture.report('a', alertId, 'playing')).toBe('notHeld');
    expect(await fixture.show('a')).toBe('Борис');
  });

  test('is skipped where its end is unknown', async () => {
    const [payId = ''] = await fixture.give(['Анна']);
    await fixture.report('a', (await fixture.next('a'))?.alertId ?? '', 'failed', 'picture');
    await giveBack(payId);
    expect(await stateOf(payId)).toEqual(skipped);
  });

  test('stays as it is on the screen and after its end, and is never shown again', async () => {
    const [playing = '', other = ''] = await fixture.give(['Анна', 'Борис']);
    const { alertId = '' } = (await fixture.next('a')) ?? {};
    await fixture.report('a', alertId, 'playing');
    await giveBack(playing);
    expect(await stateOf(playing)).toMatchObject({ state: 'playing', reason: 'refunded' });
    await fixture.report('a', alertId, 'shown');
    expect(await stateOf(playing)).toMatchObject({ state: 'shown', reason: 'refunded' });
    const { alertId: second = '' } = (await fixture.next('a')) ?? {};
    await fixture.control('skip', second);
    await giveBack(other);
    expect(await stateOf(other)).toMatchObject({ state: 'skipped', reason: 'refunded' });
    for (const id of [alertId, second]) expect((await fixture.control('replay', id)).result).toBe('changed');
    expect(await fixture.control('replay')).toMatchObject({ result: 'done', waiting: 0 });
  });

  test('is passed over when the last alert is replayed', async () => {
    const [, last = ''] = await fixture.give(['Анна', 'Борис']);
    for (const name of ['Анна', 'Борис']) expect(await fixture.show('a')).toBe(name);
    await giveBack(last);
    await fixture.control('replay');
    expect(await fixture.show('a')).toBe('Анна');
  });

  test('stays rejected, even if its creator approves it later', async () => {
    await fixture.set({ review: 'hold' });
    const [payId = ''] = await fixture.give(['Анна']);
    const [held] = (await readQueue(db, fixture.projectId)).held;
    await fixture.control('reject', held?.alertId);
    await giveBack(payId);
    expect((await fixture.control('approve', held?.alertId)).result).toBe('changed');
    expect(await stateOf(payId)).toMatchObject({ state: 'rejected', reason: 'refunded' });
  });

  test('does not exist below the minimum, and another creator’s alert is not touched', async () => {
    const [payId = ''] = await fixture.give(['Анна']);
    await giveBack(crypto.randomUUID());
    await giveBack(payId, (await AlertFixture.open(db)).projectId);
    expect((await stateOf(payId))?.state).toBe('queued');
  });
});

describe('a refunded donation of a digest', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `Имя ${at}`);

  /** A digest that page `a` has just leased. */
  async function digestOf(count: number) {
    const payIds = await fixture.give(names(count), null);
    return { payIds, alertId: (await fixture.next('a'))?.alertId ?? '' };
  }

  test('leaves the others together in their place, at any position', async () => {
    const { payIds, alertId } = await digestOf(12);
    await fixture.give(['С сообщением']);
    await giveBack(payIds[0] ?? '');
    expect(await stateOf(payIds[0] ?? '')).toEqual(skipped);
    expect(await fixture.report('a', alertId, 'playing')).toBe('notHeld');
    await giveBack(payIds[5] ?? '');
    expect(await stateOf(payIds[5] ?? '')).toEqual(skipped);
    const next = await fixture.next('b');
    expect(next).toMatchObject({ name: null, payId: null, amount: 10_000_000 });
    expect(next?.digest?.names).toEqual(names(12).filter((_, at) => at !== 0 && at !== 5));
    await fixture.report('b', next?.alertId ?? '', 'playing');
    await fixture.report('b', next?.alertId ?? '', 'shown');
    expect(await fixture.show('b')).toBe('С сообщением');
    expect(await fixture.show('b')).toBeNull();
  });

  test('leaves the digest as it is while it is on the screen', async () => {
    const { payIds, alertId } = await digestOf(12);
    await fixture.report('a', alertId, 'playing');
    await giveBack(payIds[3] ?? '');
    expect(await stateOf(payIds[3] ?? '')).toMatchObject({ state: 'playing', digest_id: alertId });
    expect(await fixture.report('a', alertId, 'shown')).toBe('taken');
    expect((await fixture.control('replay', alertId)).result).toBe('done');
    const again = await fixture.next('a');
    expect(again?.digest).toMatchObject({ count: 11, amount: 11_000_000 });
    expect(again?.digest?.names).not.toContain('Имя 3');
  });

  test('leaves it after its end, also as its head', async () => {
    const { payIds, alertId } = await digestOf(12);
    await fixture.report('a', alertId, 'playing');
    await giveBack(payIds[0] ?? '');
    await fixture.report('a', alertId, 'shown');
    await giveBack(payIds[5] ?? '');
    await fixture.control('replay');
    expect((await fixture.next('a'))?.digest?.names).toEqual(names(12).filter((_, at) => at !== 0 && at !== 5));
  });

  test.each(['shown', 'failed'] as const)(
    'leaves the others to be replayed by name, also where it stood for all: %s',
    async (end) => {
      const { payIds, alertId } = await digestOf(11);
      await fixture.report('a', alertId, 'playing');
      await giveBack(payIds[0] ?? '');
      await fixture.report('a', alertId, end, 'picture');
      const [ended] = (await readQueue(db, fixture.projectId)).ended;
      expect(ended).toMatchObject({ alertId, reason: end === 'shown' ? null : 'picture' });
      expect((await fixture.control('replay', alertId)).result).toBe('done');
      const again = await fixture.next('a');
      expect(again?.digest?.names).toEqual(names(11).slice(1));
      const { rows } = await db.execute<{ payload: unknown }>(
        sql`select payload from event_log where stream = ${fixture.projectId} and kind = 'control'`,
      );
      expect(rows).toEqual([{ payload: { action: 'replay', alertId: again?.alertId } }]);
    },
  );

  test.each([0, 3])('is not replayed with it where a later alert was refunded too: donation %i', async (at) => {
    const { payIds, alertId } = await digestOf(11);
    await fixture.report('a', alertId, 'playing');
    await giveBack(payIds[at] ?? '');
    await fixture.report('a', alertId, 'shown');
    const [later = ''] = await fixture.give(['Борис']);
    expect(await fixture.show('a')).toBe('Борис');
    await giveBack(later);
    await fixture.control('replay');
    expect((await fixture.next('a'))?.digest?.names).toEqual(names(11).filter((_, one) => one !== at));
  });

  test('is not replayed where all the others were refunded too', async () => {
    const { payIds, alertId } = await digestOf(11);
    await fixture.report('a', alertId, 'playing');
    for (const payId of payIds) await giveBack(payId);
    await fixture.report('a', alertId, 'shown');
    expect((await readQueue(db, fixture.projectId)).ended).toMatchObject([{ alertId, reason: 'refunded' }]);
    expect((await fixture.control('replay', alertId)).result).toBe('changed');
  });

  test('leaves an uncertain digest too, and a last remaining donation becomes a single alert', async () => {
    const { payIds, alertId } = await digestOf(11);
    await fixture.report('a', alertId, 'failed', 'picture');
    for (const payId of payIds.slice(0, 9)) await giveBack(payId);
    expect((await readQueue(db, fixture.projectId)).uncertain).toMatchObject([
      { name: null, digest: { count: 2, names: ['Имя 9', 'Имя 10'], amount: 2_000_000 } },
    ]);
    await giveBack(payIds[10] ?? '');
    expect((await readQueue(db, fixture.projectId)).uncertain).toMatchObject([
      { name: 'Имя 9', payId: payIds[9], digest: null, amount: 1_000_000 },
    ]);
  });
});

describe('a timeout', () => {
  test('notifies the pages when a page asks, and records why the end is unknown', async () => {
    await fixture.give(['Анна']);
    const { alertId = '' } = (await fixture.next('a')) ?? {};
    await fixture.report('a', alertId, 'playing');
    await fixture.passTime(60);
    const before = await rings('queue');
    expect(await fixture.next('b')).toBeNull();
    expect(await rings('queue')).toBe(before + 1);
    expect((await readQueue(db, fixture.projectId)).uncertain).toMatchObject([{ alertId, reason: 'unfinished' }]);
    expect(await fixture.next('b')).toBeNull();
    expect(await rings('queue')).toBe(before + 1);
  });

  test('is in the queue with its times', async () => {
    await fixture.give(['Анна', 'Борис']);
    expect(await fixture.show('a')).toBe('Анна');
    await fixture.report('a', (await fixture.next('a'))?.alertId ?? '', 'playing');
    const { current, ended } = await readQueue(db, fixture.projectId);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(current).toMatchObject({ queuedAt: time, leasedAt: time, playingAt: time, endedAt: null, source: 'a' });
    expect(ended).toMatchObject([{ queuedAt: time, leasedAt: time, playingAt: time, endedAt: time, reason: null }]);
  });

  test('an alert without a reported start counts as started when it was leased', async () => {
    await fixture.give(['Анна']);
    await fixture.report('a', (await fixture.next('a'))?.alertId ?? '', 'shown');
    const { ended } = await readQueue(db, fixture.projectId);
    expect(ended[0]?.playingAt).toBe(ended[0]?.leasedAt);
  });
});
