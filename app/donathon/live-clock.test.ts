import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { knownClock } from '#test/support/known-clock.ts';
import type { OwnClock, OwnClockAnswer } from './clock-shapes.ts';
import { LiveClock } from './live-clock.ts';
import type { Timed } from './server-time.ts';

const every = 3_000;
const rest = 30_000;

const clock = knownClock({ state: 'paused', endsAt: null });

const answerOf = (found: OwnClock | null): Timed<OwnClockAnswer> => ({
  now: '2026-01-31T09:00:00.000Z',
  ahead: 0,
  clock: found,
});

const withLeft = (remaining: number) => answerOf({ ...clock, remaining });

/** Questions that are answered when the test says so. */
function asking() {
  const questions: PromiseWithResolvers<Timed<OwnClockAnswer>>[] = [];
  const read = () => {
    const question = Promise.withResolvers<Timed<OwnClockAnswer>>();
    questions.push(question);
    return question.promise;
  };
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return {
    read,
    asked: () => questions.length,
    async answer(number: number, answer: Timed<OwnClockAnswer>) {
      questions[number - 1]?.resolve(answer);
      await settled();
    },
    async fail(number: number) {
      questions[number - 1]?.reject(new Error('lost'));
      await settled();
    },
  };
}

let page: EventTarget & { visibilityState: string };

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('takes an answer that is slower than the pause between questions, and asks one at a time', async () => {
  const { read, asked, answer } = asking();
  const live = new LiveClock({ read, every });
  live.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(4 * every);
  expect(asked()).toBe(1);
  await answer(1, withLeft(50_000));
  expect(live.read()).toMatchObject({ clock: { remaining: 50_000 }, isLost: false });
  await vi.advanceTimersByTimeAsync(every);
  expect(asked()).toBe(2);
});

it('takes an answer while a newer question is open, and none that is older than what it knows', async () => {
  const { read, asked, answer, fail } = asking();
  const live = new LiveClock({ read, every, first: withLeft(60_000) });
  live.subscribe(() => undefined);
  void live.refresh();
  void live.refresh();
  void live.refresh();
  await answer(2, withLeft(20_000));
  expect(live.read()).toMatchObject({ clock: { remaining: 20_000 } });
  await answer(1, withLeft(10_000));
  expect(live.read()).toMatchObject({ clock: { remaining: 20_000 } });
  await vi.advanceTimersByTimeAsync(every);
  expect(asked()).toBe(3);
  await fail(3);
  expect(live.read()).toMatchObject({ clock: { remaining: 20_000 }, isLost: true });
});

it('does not ask by itself while it is asked to', async () => {
  const { read, asked } = asking();
  const live = new LiveClock({ read, every, first: withLeft(60_000) });
  live.subscribe(() => undefined);
  void live.refresh();
  await vi.advanceTimersByTimeAsync(every);
  expect(asked()).toBe(1);
});

it('asks at once where it is followed again, unless it has just been read', async () => {
  const { read, asked, answer } = asking();
  const live = new LiveClock({ read, every, first: withLeft(60_000) });
  live.subscribe(() => undefined)();
  expect(asked()).toBe(0);
  live.subscribe(() => undefined);
  expect(asked()).toBe(1);
  await answer(1, withLeft(30_000));
  expect(live.read()).toMatchObject({ clock: { remaining: 30_000 } });
});

it.each([
  ['there is none', null],
  ['it is over', { ...clock, state: 'over' as const }],
])('asks rarely while %s', async (_, found) => {
  const { read, asked, answer } = asking();
  const live = new LiveClock({ read, every });
  live.subscribe(() => undefined);
  await answer(1, answerOf(found));
  await vi.advanceTimersByTimeAsync(rest - 1);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toBe(2);
});

it('asks again soon where the first question was lost', async () => {
  const { read, asked, answer, fail } = asking();
  const live = new LiveClock({ read, every });
  live.subscribe(() => undefined);
  await fail(1);
  expect(live.read()).toBeNull();
  await vi.advanceTimersByTimeAsync(every);
  expect(asked()).toBe(2);
  await answer(2, withLeft(60_000));
  expect(live.read()).toMatchObject({ clock: { remaining: 60_000 } });
});

it('asks at the end, whatever is open, and rests while nobody looks', async () => {
  const { read, asked, answer } = asking();
  const endsAt = new Date(1_000).toISOString();
  const running = answerOf({ ...clock, state: 'running', endsAt });
  const live = new LiveClock({ read, every, first: running });
  const leave = live.subscribe(() => undefined);
  void live.refresh();
  await vi.advanceTimersByTimeAsync(1_200);
  expect(asked()).toBe(2);
  page.visibilityState = 'hidden';
  await answer(2, withLeft(60_000));
  await answer(1, withLeft(60_000));
  await vi.advanceTimersByTimeAsync(10 * rest);
  expect(asked()).toBe(2);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(asked()).toBe(3);
  await answer(3, withLeft(60_000));
  leave();
  await vi.advanceTimersByTimeAsync(10 * rest);
  expect(asked()).toBe(3);
});
