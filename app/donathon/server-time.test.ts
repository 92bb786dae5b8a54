import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { askTimed, ServerTime } from './server-time.ts';

/** An answer at the page's time `at`, of a server that is `ahead` and answers in the middle of the trip unless the way there takes `there`. */
function answer(at: number, { trip, ahead, there = trip / 2 }: { trip: number; ahead: number; there?: number }) {
  return { sentAt: at, receivedAt: at + trip, now: new Date(at + there + ahead).toISOString() };
}

describe('the server’s time', () => {
  it('is judged by the answer with the shortest trip', () => {
    const time = new ServerTime();
    expect(time.isSure).toBe(false);
    expect(time.take(answer(0, { trip: 400, ahead: 50_000, there: 390 }))).toBe(50_190);
    expect(time.isSure).toBe(false);
    expect(time.take(answer(1_000, { trip: 20, ahead: 50_000 }))).toBe(50_000);
    expect(time.isSure).toBe(true);
    expect(time.take(answer(2_000, { trip: 300, ahead: 50_000, there: 10 }))).toBe(50_000);
  });

  it('follows a timer that has stood still, however long the new trip is', () => {
    const time = new ServerTime();
    time.take(answer(0, { trip: 20, ahead: 50_000 }));
    expect(time.take(answer(1_000, { trip: 200, ahead: 80_000 }))).toBe(80_000);
  });
});

/** A server whose answers take `trip` milliseconds and say their number; `lost`: those that never come. */
function slowServer(trip: number, lost: readonly number[] = []) {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let asked = 0;
  const ask = async () => {
    asked += 1;
    const number = asked;
    await vi.advanceTimersByTimeAsync(trip);
    if (lost.includes(number)) throw new Error('lost');
    return { now: new Date().toISOString(), number };
  };
  const time = new ServerTime();
  return { asked: () => asked, read: () => askTimed(ask, time) };
}

describe('a question with the server’s time', () => {
  it('is asked again until an answer comes quickly, and on a slow connection only the first time', async () => {
    const quick = slowServer(20);
    expect(await quick.read()).toMatchObject({ number: 1 });
    const slow = slowServer(1_100);
    expect(await slow.read()).toMatchObject({ number: 3 });
    expect(await slow.read()).toMatchObject({ number: 4 });
    expect(slow.asked()).toBe(4);
  });

  it('has the last good answer where another one is lost', async () => {
    expect(await slowServer(1_100, [2]).read()).toMatchObject({ number: 1 });
    expect(await slowServer(1_100, [3]).read()).toMatchObject({ number: 2 });
    await expect(slowServer(1_100, [1]).read()).rejects.toThrow('lost');
  });

  it('is asked again after the page has slept', async () => {
    const time = new ServerTime();
    for (const at of [0, 2_000, 4_000]) time.take(answer(at, { trip: 1_100, ahead: 50_000 }));
    expect(time.isWorthAsking).toBe(false);
    time.take(answer(6_000, { trip: 1_100, ahead: 80_000 }));
    expect(time.isWorthAsking).toBe(true);
  });
});
