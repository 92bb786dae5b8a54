import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Caller } from '#base/calls/call-context.server.ts';
import { LiveSessions } from './live-sessions.server.ts';

const caller = (sessionId: string, userId = `owner of ${sessionId}`): Caller => ({ sessionId, userId, roles: [] });

/** A fake database: the active sessions, every query, and the answers it holds back. */
function openStore() {
  const alive = new Map([...'abc'].map((id) => [id, caller(id)]));
  const asked: (readonly string[])[] = [];
  const gates: (() => void)[] = [];
  const state = { isSlow: false };
  const sessions = new LiveSessions(async (ids) => {
    asked.push(ids);
    const found = new Map([...alive].filter(([id]) => ids.includes(id)));
    if (state.isSlow) await new Promise<void>((open) => gates.push(open));
    return found;
  });
  return { alive, asked, gates, state, sessions };
}

let now = 0;
const pass = (milliseconds: number) => {
  now += milliseconds;
};

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('queries a session once in 0.7 s, active or not', async () => {
  const { asked, sessions } = openStore();
  for (const _ of [1, 2, 3]) {
    expect(await sessions.find('a')).toEqual(caller('a'));
    expect(await sessions.find('nobody')).toBeNull();
    pass(233);
  }
  expect(asked).toEqual([['a'], ['nobody']]);
  pass(1);
  await sessions.find('a');
  expect(asked).toHaveLength(3);
});

it('counts the 0.7 s from the query, not from its answer', async () => {
  const { alive, asked, gates, state, sessions } = openStore();
  state.isSlow = true;
  const found = sessions.find('a');
  await turn();
  pass(650);
  gates[0]?.();
  expect(await found).not.toBeNull();
  state.isSlow = false;
  alive.delete('a');
  pass(50);
  expect(await sessions.find('a')).toBeNull();
  expect(asked).toHaveLength(2);
});

it('batches lookups during a query into the next one', async () => {
  const { asked, gates, state, sessions } = openStore();
  state.isSlow = true;
  const first = sessions.find('a');
  await turn();
  state.isSlow = false;
  const others = ['b', 'c', 'b', 'nobody'].map((id) => sessions.find(id));
  gates[0]?.();
  expect(await first).toEqual(caller('a'));
  expect(await Promise.all(others)).toEqual([caller('b'), caller('c'), caller('b'), null]);
  expect(asked).toEqual([['a'], ['b', 'c', 'nobody']]);
});

it('drops one session, or all of a user, at once', async () => {
  const { alive, asked, sessions } = openStore();
  alive.set('a2', caller('a2', 'owner of a'));
  const findAll = () => Promise.all(['a', 'a2', 'b', 'nobody'].map((id) => sessions.find(id)));
  await findAll();
  sessions.drop(['project:a', 'session', 'person:']);
  await findAll();
  expect(asked).toHaveLength(1);
  sessions.drop(['session:b']);
  await findAll();
  expect(asked.slice(1)).toEqual([['b']]);
  sessions.drop(['settings', 'person:owner of a']);
  await findAll();
  expect(asked.slice(2)).toEqual([['a', 'a2']]);
});

it('does not cache an answer during which a session was ended', async () => {
  const { alive, asked, gates, state, sessions } = openStore();
  state.isSlow = true;
  const before = sessions.find('a');
  await turn();
  alive.delete('a');
  sessions.drop(['session:a']);
  gates[0]?.();
  await before;
  state.isSlow = false;
  expect(await sessions.find('a')).toBeNull();
  expect(asked).toHaveLength(2);
});

it('caches an answer during which something else has changed', async () => {
  const { asked, gates, state, sessions } = openStore();
  state.isSlow = true;
  const before = sessions.find('a');
  await turn();
  sessions.drop(['project:a', 'recentDonations']);
  gates[0]?.();
  await before;
  await sessions.find('a');
  expect(asked).toHaveLength(1);
});

it('queries again after a failed query', async () => {
  let fails = true;
  const sessions = new LiveSessions(async () => {
    if (fails) throw new Error('the database is away');
    return new Map([['a', caller('a')]]);
  });
  const one = sessions.find('a');
  const other = sessions.find('a');
  await expect(one).rejects.toThrow('the database is away');
  await expect(other).rejects.toThrow('the database is away');
  fails = false;
  expect(await sessions.find('a')).toEqual(caller('a'));
});

it('caches at most 20,000 sessions and those of one query', async () => {
  let questions = 0;
  const sessions = new LiveSessions(async (ids) => {
    questions += 1;
    return new Map(ids.map((id) => [id, caller(id)]));
  });
  const findMany = (from: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => sessions.find(`session ${from + at}`)));
  await findMany(0, 20_000);
  await findMany(0, 20_000);
  await findMany(20_000, 1);
  await findMany(0, 20_001);
  expect(questions).toBe(2);
  await findMany(30_000, 1);
  await findMany(0, 1);
  expect(questions).toBe(4);
});
