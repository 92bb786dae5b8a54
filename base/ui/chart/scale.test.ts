import { expect, test } from 'vitest';
import { scaleTo } from './scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [6, [0, 2, 4, 6]],
  [9, [0, 5, 10]],
  [23, [0, 10, 20, 30]],
  [100, [0, 25, 50, 75, 100]],
  [150_000, [0, 50_000, 100_000, 150_000]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])('the axis to %d has few round marks', (most, marks) => {
  expect(scaleTo(most)).toEqual(marks);
});
