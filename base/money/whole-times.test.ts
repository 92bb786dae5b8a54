import { expect, test } from 'vitest';
import { wholeTimes } from './whole-times.ts';

test('a price is in a sum as often as it fits whole, also where floats do not say so', () => {
  expect(wholeTimes(0.3, 0.1)).toBe(3);
  expect(wholeTimes(14_999.99, 5_000)).toBe(2);
  expect(wholeTimes(15_000, 5_000)).toBe(3);
  expect(wholeTimes(0, 5_000)).toBe(0);
});
