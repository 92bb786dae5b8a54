import { expect, it } from 'vitest';
import { clockLimits, secondsFor } from './clock-rules.ts';

const rate = { sum: 5_000, seconds: 60, isLinear: false };

it('adds time for whole sums, or for each part of them', () => {
  expect([0, 4_999.99, 5_000, 14_999, 15_000].map((amount) => secondsFor(amount, rate))).toEqual([0, 0, 60, 120, 180]);
  const linear = { ...rate, isLinear: true };
  expect([0, 83, 84, 5_000, 14_999].map((amount) => secondsFor(amount, linear))).toEqual([0, 0, 1, 60, 179]);
});

it('knows no sum that is too much', () => {
  const quick = { sum: 0.01, seconds: 86_400, isLinear: true };
  for (const amount of [90_000_000_000_000, Number.POSITIVE_INFINITY]) {
    expect(secondsFor(amount, quick)).toBe(clockLimits.longest);
  }
});
