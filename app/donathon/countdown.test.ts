import { expect, it } from 'vitest';
import { countdownText, leftAt, secondsOf, untilNext } from './countdown.ts';

const running = { state: 'running', endsAt: '2026-01-31T10:00:00.000Z', remaining: 999 } as const;
const ahead = Date.parse('2026-01-31T09:00:00.000Z');

it('counts down to the end by the server’s clock, and stands while it is paused or over', () => {
  expect(leftAt(running, ahead, 0)).toBe(3_600_000);
  expect(leftAt(running, ahead, 3_599_400)).toBe(600);
  expect(leftAt(running, ahead, 3_600_001)).toBe(0);
  expect(leftAt({ state: 'paused', endsAt: null, remaining: 5_400 }, ahead, 60_000)).toBe(5_400);
  expect(leftAt({ state: 'over', endsAt: null, remaining: 0 }, ahead, 0)).toBe(0);
});

it('shows a second until it is gone, and changes when it is', () => {
  expect([1, 1_000, 1_001, 0].map(secondsOf)).toEqual([1, 1, 2, 0]);
  expect([1, 1_000, 1_000.4, 1_250].map(untilNext)).toEqual([1, 1_000, 1, 250]);
});

it('is written in hours, minutes and seconds', () => {
  expect([0, 59, 3_600, 14_709, 432_000].map(countdownText)).toEqual([
    '00:00:00',
    '00:00:59',
    '01:00:00',
    '04:05:09',
    '120:00:00',
  ]);
});
