import { expect, test } from 'vitest';
import { growthOf, reviewTime } from './period-figures.ts';

test('a figure is compared with that of the period before, where that says anything', () => {
  expect(growthOf(112, 100, 'ru')).toBe('+12\u00a0%');
  expect(growthOf(50, 100, 'ru')).toBe('−50\u00a0%');
  expect(growthOf(0, 100, 'ru')).toBe('−100\u00a0%');
  expect(growthOf(100, 100, 'ru')).toBeNull();
  expect(growthOf(5, 0, 'ru')).toBeNull();
  expect(growthOf(5, null, 'ru')).toBeNull();
  expect(growthOf(null, 5, 'ru')).toBeNull();
  expect(growthOf(5_000, 1, 'ru')).toBeNull();
});

test('the time of a review is weighted by decisions', () => {
  const days = [
    { decisions: 3, reviewSeconds: 60 },
    { decisions: 1, reviewSeconds: 100 },
    { decisions: 0, reviewSeconds: null },
  ];
  expect(reviewTime(days)).toBe(70);
  expect(reviewTime([])).toBeNull();
});
