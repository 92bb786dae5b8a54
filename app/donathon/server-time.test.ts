import { describe, expect, it } from 'vitest';
import { ServerTime } from './server-time.ts';

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
