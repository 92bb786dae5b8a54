import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { AlertFixture } from '#test/support/alert-fixture.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { type AlertState, alertStates, mayMove, movesInto } from '../alert-state.ts';
import { readQueue } from './alert-queue-store.server.ts';

const database = await openTestDatabase();
afterAll(() => database.close());
const db = database.db;

/** The states that each command is for, and the state after it. */
const table = {
  skip: { from: ['queued', 'leased', 'playing', 'uncertain'], to: 'skipped', reason: 'skipped' },
  replay: { from: ['shown', 'skipped', 'uncertain'], to: 'queued', reason: null },
  approve: { from: ['held', 'rejected'], to: 'queued', reason: null },
  reject: { from: ['held'], to: 'rejected', reason: 'rejected' },
} as const satisfies Record<string, { from: readonly AlertState[]; to: AlertState; reason: string | null }>;
const actions = ['skip', 'replay', 'approve', 'reject'] as const;

/** A queue with a single alert, brought to a state by the usual moves. */
async function queueWith(state: AlertState): Promise<{ fixture: AlertFixture; alertId: string }> {
  const fixture = await AlertFixture.open(db);
  if (state === 'held' || state === 'rejected') await fixture.set({ review: 'hold' });
  await fixture.give(['Анна']);
  const { rows } = await db.execute<{ id: string }>(sql`select id from alert where project_id = ${fixture.projectId}`);
  const alertId = rows[0]?.id ?? '';
  if (state === 'rejected') await fixture.control('reject', alertId);
  if (state === 'skipped') await fixture.control('skip', alertId);
  if (['leased', 'playing', 'shown', 'uncertain'].includes(state)) await fixture.next('a');
  if (state === 'playing' || state === 'shown') await fixture.report('a', alertId, 'playing');
  if (state === 'shown') await fixture.report('a', alertId, 'shown');
  if (state === 'uncertain') await fixture.report('a', alertId, 'failed', 'picture');
  if ((await alertOf(alertId)).state !== state) throw new Error(`the alert has not become ${state}`);
  return { fixture, alertId };
}

async function alertOf(alertId: string) {
  const { rows } = await db.execute<{ state: string; reason: string | null; ended: boolean; due: boolean }>(sql`
    select state, reason, ended_at is not null as ended, due_at is not null as due from alert where id = ${alertId}`);
  return rows[0] ?? { state: 'none', reason: null, ended: false, due: false };
}

/** The `control` events that the creator's pages received. */
async function eventsOf(fixture: AlertFixture): Promise<unknown[]> {
  const { rows } = await db.execute<{ payload: unknown }>(sql`
    select payload from event_log where stream = ${fixture.projectId} and kind = 'control' order by number`);
  return rows.map(({ payload }) => payload);
}

describe('a command for one alert', () => {
  for (const action of actions) {
    test(`${action}: works in its states and has no effect in any other`, async () => {
      const { from, to, reason } = table[action];
      for (const state of alertStates) {
        const { fixture, alertId } = await queueWith(state);
        const before = await eventsOf(fixture);
        const { result } = await fixture.control(action, alertId);
        const isFor = from.some((one) => one === state);
        expect([state, result]).toEqual([state, isFor ? 'done' : 'changed']);
        const after = await alertOf(alertId);
        if (isFor) expect(after).toEqual({ state: to, reason, ended: to !== 'queued', due: false });
        else expect(after.state).toBe(state);
        expect((await eventsOf(fixture)).slice(before.length)).toEqual(isFor ? [{ action, alertId }] : []);
      }
    });
  }

  test('has no effect on a missing alert', async () => {
    const { fixture } = await queueWith('queued');
    expect(await fixture.control('skip', crypto.randomUUID())).toEqual({
      result: 'missing',
      isPaused: false,
      waiting: 1,
      approved: [],
    });
    expect(await eventsOf(fixture)).toEqual([]);
  });
});

describe('a command for several alerts', () => {
  const namesIn = async (fixture: AlertFixture) => {
    const { queued, held, ended, current } = await readQueue(db, fixture.projectId);
    const names = (some: readonly { readonly name: string | null }[]) => some.map(({ name }) => name);
    return { queued: names(queued), held: names(held), ended: names(ended).toSorted(), current: current?.name ?? null };
  };

  const idsIn = async (fixture: AlertFixture, list: 'held' | 'queued') =>
    (await readQueue(db, fixture.projectId))[list].map(({ alertId }) => alertId);

  test('approve and reject apply to the named alerts only', async () => {
    const fixture = await AlertFixture.open(db);
    await fixture.set({ review: 'hold' });
    const payIds = await fixture.give(['Анна', 'Борис']);
    await fixture.give(['Вера'], null);
    const held = await idsIn(fixture, 'held');
    const { approved, ...rest } = await fixture.control('approve', ...held);
    expect([rest, new Set(approved)]).toEqual([{ result: 'done', isPaused: false, waiting: 3 }, new Set(payIds)]);
    expect(await namesIn(fixture)).toMatchObject({ queued: ['Анна', 'Борис', 'Вера'], held: [] });
    await fixture.give(['Гуля']);
    const [last] = await idsIn(fixture, 'held');
    expect(await fixture.control('reject', last)).toMatchObject({ result: 'done', waiting: 3 });
    expect(await namesIn(fixture)).toEqual({
      queued: ['Анна', 'Борис', 'Вера'],
      held: [],
      ended: ['Гуля'],
      current: null,
    });
    expect(await eventsOf(fixture)).toEqual([
      { action: 'approve', alertId: null },
      { action: 'reject', alertId: last },
    ]);
  });

  test('skip reports the one that is leased or plays, and has no effect without names', async () => {
    const fixture = await AlertFixture.open(db);
    await fixture.give(['Анна', 'Борис', 'Вера']);
    const all = await idsIn(fixture, 'queued');
    const first = await fixture.next('a');
    for (const action of ['skip', 'approve', 'reject'] as const)
      expect((await fixture.control(action)).result).toBe('missing');
    expect(await namesIn(fixture)).toMatchObject({ queued: ['Борис', 'Вера'], ended: [], current: 'Анна' });
    await fixture.control('skip', ...all.slice(0, 2));
    expect(await namesIn(fixture)).toMatchObject({ queued: ['Вера'], ended: ['Анна', 'Борис'] });
    expect(await eventsOf(fixture)).toEqual([{ action: 'skip', alertId: first?.alertId }]);
    await fixture.give(['Гуля']);
    await fixture.control('skip', ...(await idsIn(fixture, 'queued')));
    expect(await namesIn(fixture)).toMatchObject({ queued: [], ended: ['Анна', 'Борис', 'Вера', 'Гуля'] });
    expect((await eventsOf(fixture)).slice(1)).toEqual([{ action: 'skip', alertId: null }]);
  });

  test('replay without a name means the alert that ended last', async () => {
    const fixture = await AlertFixture.open(db);
    await fixture.give(['Анна', 'Борис', 'Вера']);
    for (const name of ['Анна', 'Борис']) expect(await fixture.show('a')).toBe(name);
    const [last] = (await readQueue(db, fixture.projectId)).ended;
    await fixture.control('replay');
    expect(await namesIn(fixture)).toMatchObject({ queued: ['Борис', 'Вера'], ended: ['Анна'] });
    expect(await eventsOf(fixture)).toEqual([{ action: 'replay', alertId: last?.alertId }]);
  });

  test('pause and resume change no alert, and every answer says whether the queue is paused', async () => {
    const { fixture, alertId } = await queueWith('playing');
    expect(await fixture.control('pause')).toEqual({ result: 'done', isPaused: true, waiting: 0, approved: [] });
    expect((await alertOf(alertId)).state).toBe('playing');
    expect(await fixture.report('a', alertId, 'shown')).toBe('taken');
    expect(await fixture.control('replay', alertId)).toEqual({
      result: 'done',
      isPaused: true,
      waiting: 1,
      approved: [],
    });
    expect(await fixture.next('a')).toBeNull();
    expect(await fixture.control('resume')).toEqual({ result: 'done', isPaused: false, waiting: 1, approved: [] });
    expect(await eventsOf(fixture)).toEqual([
      { action: 'pause', alertId: null },
      { action: 'replay', alertId },
      { action: 'resume', alertId: null },
    ]);
  });

  test('an empty queue can be paused before its first alert', async () => {
    const fixture = await AlertFixture.open(db);
    expect(await fixture.control('skip')).toEqual({ result: 'missing', isPaused: false, waiting: 0, approved: [] });
    expect(await fixture.control('pause')).toEqual({ result: 'done', isPaused: true, waiting: 0, approved: [] });
    await fixture.give(['Анна']);
    expect(await fixture.next('a')).toBeNull();
  });
});

test('the moves between states are those of the contract, in both directions', () => {
  const ways = alertStates.flatMap((from) =>
    alertStates.filter((to) => mayMove(from, to)).map((to) => `${from} ${to}`),
  );
  expect(ways.toSorted()).toEqual(
    [
      'held queued',
      'held rejected',
      'held skipped',
      'queued leased',
      'queued skipped',
      'leased playing',
      'leased queued',
      'leased shown',
      'leased uncertain',
      'leased skipped',
      'playing shown',
      'playing uncertain',
      'playing skipped',
      'shown queued',
      'skipped queued',
      'uncertain queued',
      'uncertain shown',
      'uncertain skipped',
      'rejected queued',
      'rejected skipped',
    ].toSorted(),
  );
  for (const to of alertStates) expect(movesInto(to)).toEqual(alertStates.filter((from) => mayMove(from, to)));
});
