import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#base/db.server.ts';
import { AlertDesk } from '#test/alert-desk.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { readQueue } from './alert-queue-store.server.ts';
import { type AlertState, alertStates, mayMove, movesInto } from './alert-state.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

/** What the creator's words are for, and what becomes of an alert then. */
const table = {
  skip: { from: ['queued', 'leased', 'playing', 'uncertain'], to: 'skipped', reason: 'skipped' },
  replay: { from: ['shown', 'skipped', 'uncertain'], to: 'queued', reason: null },
  approve: { from: ['held', 'rejected'], to: 'queued', reason: null },
  reject: { from: ['held'], to: 'rejected', reason: 'rejected' },
} as const satisfies Record<string, { from: readonly AlertState[]; to: AlertState; reason: string | null }>;
const actions = ['skip', 'replay', 'approve', 'reject'] as const;

/** A queue whose only alert has got into a state the way alerts do. */
async function queueWith(state: AlertState): Promise<{ desk: AlertDesk; alertId: string }> {
  const desk = await AlertDesk.open(db);
  if (state === 'held' || state === 'rejected') await desk.set({ review: 'hold' });
  await desk.give(['Анна']);
  const { rows } = await db.execute<{ id: string }>(sql`select id from alert where project_id = ${desk.projectId}`);
  const alertId = rows[0]?.id ?? '';
  if (state === 'rejected') await desk.control('reject', alertId);
  if (state === 'skipped') await desk.control('skip', alertId);
  if (['leased', 'playing', 'shown', 'uncertain'].includes(state)) await desk.next('a');
  if (state === 'playing' || state === 'shown') await desk.report('a', alertId, 'playing');
  if (state === 'shown') await desk.report('a', alertId, 'shown');
  if (state === 'uncertain') await desk.report('a', alertId, 'failed', 'picture');
  if ((await alertOf(alertId)).state !== state) throw new Error(`the alert has not become ${state}`);
  return { desk, alertId };
}

async function alertOf(alertId: string) {
  const { rows } = await db.execute<{ state: string; reason: string | null; ended: boolean; due: boolean }>(sql`
    select state, reason, ended_at is not null as ended, due_at is not null as due from alert where id = ${alertId}`);
  return rows[0] ?? { state: 'none', reason: null, ended: false, due: false };
}

/** What the creator's pages have been told of his words. */
async function toldOf(desk: AlertDesk): Promise<unknown[]> {
  const { rows } = await db.execute<{ payload: unknown }>(sql`
    select payload from event_log where stream = ${desk.projectId} and kind = 'control' order by number`);
  return rows.map(({ payload }) => payload);
}

describe("a creator's word on one alert", () => {
  for (const action of actions) {
    test(`${action}: does what it is for in the states it is for, and nothing in any other`, async () => {
      const { from, to, reason } = table[action];
      for (const state of alertStates) {
        const { desk, alertId } = await queueWith(state);
        const before = await toldOf(desk);
        const { result } = await desk.control(action, alertId);
        const isFor = from.some((one) => one === state);
        expect([state, result]).toEqual([state, isFor ? 'done' : 'changed']);
        const after = await alertOf(alertId);
        if (isFor) expect(after).toEqual({ state: to, reason, ended: to !== 'queued', due: false });
        else expect(after.state).toBe(state);
        expect((await toldOf(desk)).slice(before.length)).toEqual(isFor ? [{ action, alertId }] : []);
      }
    });
  }

  test('is nothing for an alert that is not there', async () => {
    const { desk } = await queueWith('queued');
    expect(await desk.control('skip', crypto.randomUUID())).toEqual({ result: 'missing', isPaused: false, waiting: 1 });
    expect(await toldOf(desk)).toEqual([]);
  });
});

describe("a creator's word on all of them", () => {
  const namesIn = async (desk: AlertDesk) => {
    const { queued, held, ended, current } = await readQueue(db, desk.projectId);
    const names = (some: readonly { readonly name: string | null }[]) => some.map(({ name }) => name);
    return { queued: names(queued), held: names(held), ended: names(ended).toSorted(), current: current?.name ?? null };
  };

  test('approve and reject mean what is held, and leave what waits', async () => {
    const desk = await AlertDesk.open(db);
    await desk.set({ review: 'hold' });
    await desk.give(['Анна', 'Борис']);
    await desk.give(['Вера'], null);
    expect(await desk.control('approve')).toEqual({ result: 'done', isPaused: false, waiting: 3 });
    expect(await namesIn(desk)).toMatchObject({ queued: ['Анна', 'Борис', 'Вера'], held: [] });
    await desk.give(['Гуля']);
    expect(await desk.control('reject')).toMatchObject({ result: 'done', waiting: 3 });
    expect(await namesIn(desk)).toEqual({
      ...{ queued: ['Анна', 'Борис', 'Вера'], held: [], ended: ['Гуля'], current: null },
    });
    expect(await toldOf(desk)).toEqual([
      { action: 'approve', alertId: null },
      { action: 'reject', alertId: null },
    ]);
  });

  test('skip means what is handed out or plays, and says which, else all that wait', async () => {
    const desk = await AlertDesk.open(db);
    await desk.give(['Анна', 'Борис', 'Вера']);
    const first = await desk.next('a');
    await desk.control('skip');
    expect(await namesIn(desk)).toMatchObject({ queued: ['Борис', 'Вера'], ended: ['Анна'] });
    expect(await toldOf(desk)).toEqual([{ action: 'skip', alertId: first?.alertId }]);
    await desk.control('skip');
    expect(await namesIn(desk)).toMatchObject({ queued: [], ended: ['Анна', 'Борис', 'Вера'] });
    expect((await toldOf(desk)).slice(1)).toEqual([{ action: 'skip', alertId: null }]);
  });

  test('replay means the one that ended last', async () => {
    const desk = await AlertDesk.open(db);
    await desk.give(['Анна', 'Борис', 'Вера']);
    for (const name of ['Анна', 'Борис']) expect(await desk.show('a')).toBe(name);
    const [last] = (await readQueue(db, desk.projectId)).ended;
    await desk.control('replay');
    expect(await namesIn(desk)).toMatchObject({ queued: ['Борис', 'Вера'], ended: ['Анна'] });
    expect(await toldOf(desk)).toEqual([{ action: 'replay', alertId: last?.alertId }]);
  });

  test('pause and resume touch no alert, and whatever else is said tells whether it is paused', async () => {
    const { desk, alertId } = await queueWith('playing');
    expect(await desk.control('pause')).toEqual({ result: 'done', isPaused: true, waiting: 0 });
    expect((await alertOf(alertId)).state).toBe('playing');
    expect(await desk.report('a', alertId, 'shown')).toBe('taken');
    expect(await desk.control('replay', alertId)).toEqual({ result: 'done', isPaused: true, waiting: 1 });
    expect(await desk.next('a')).toBeNull();
    expect(await desk.control('resume')).toEqual({ result: 'done', isPaused: false, waiting: 1 });
    expect(await toldOf(desk)).toEqual([
      { action: 'pause', alertId: null },
      { action: 'replay', alertId },
      { action: 'resume', alertId: null },
    ]);
  });

  test('a queue without an alert may be paused before the first one comes', async () => {
    const desk = await AlertDesk.open(db);
    expect(await desk.control('skip')).toEqual({ result: 'done', isPaused: false, waiting: 0 });
    expect(await desk.control('pause')).toEqual({ result: 'done', isPaused: true, waiting: 0 });
    await desk.give(['Анна']);
    expect(await desk.next('a')).toBeNull();
  });
});

test('the ways of an alert are those of the contract, from either side', () => {
  const ways = alertStates.flatMap((from) =>
    alertStates.filter((to) => mayMove(from, to)).map((to) => `${from} ${to}`),
  );
  expect(ways.toSorted()).toEqual(
    [
      ...['held queued', 'held rejected', 'held skipped', 'queued leased', 'queued skipped', 'leased playing'],
      ...['leased queued', 'leased shown', 'leased uncertain', 'leased skipped', 'playing shown', 'playing uncertain'],
      ...['playing skipped', 'shown queued', 'skipped queued', 'uncertain queued', 'uncertain shown'],
      ...['uncertain skipped', 'rejected queued'],
    ].toSorted(),
  );
  for (const to of alertStates) expect(movesInto(to)).toEqual(alertStates.filter((from) => mayMove(from, to)));
});
