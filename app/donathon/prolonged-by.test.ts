import { expect, it } from 'vitest';
import { beyondCap, hasReachedCap, prolongedBy, prolongsBy } from './prolonged-by.ts';

const added = (seconds: number) => ({ sum: 0, count: 1, seconds });

it('prolongs by no more than the cap leaves', () => {
  expect(prolongedBy({ donations: added(9_000), minutes: 60, most: null })).toBe(9_000);
  expect(prolongedBy({ donations: added(9_000), minutes: 60, most: 2 })).toBe(3_600);
  expect(prolongedBy({ donations: added(600), minutes: 60, most: 2 })).toBe(600);
});

it('has reached the cap where nothing is left, and knows what came beyond it', () => {
  expect([null, 1, 0, -600].map((room) => hasReachedCap({ room }))).toEqual([false, false, true, true]);
  expect([null, 1, 0, -600].map((room) => beyondCap({ room }))).toEqual([0, 0, 0, 600]);
});

it('adds what a sum brings below the cap', () => {
  const rate = { sum: 5_000, seconds: 60, isLinear: false };
  expect(prolongsBy(null, { ...rate, room: null })).toBe(0);
  expect(prolongsBy(Number.NaN, { ...rate, room: null })).toBe(0);
  expect([null, 90, 0, -600].map((room) => prolongsBy(10_000, { ...rate, room }))).toEqual([120, 90, 0, 0]);
});
