import { expect, it } from 'vitest';
import { targetsScale } from './targets-scale.ts';

it('draws targets as large as the creator wants, as far as all fit', () => {
  expect([1, 2, 3, 4, 5].map((targets) => targetsScale(200, targets))).toEqual([2, 2, 1.55, 1.2, 1.2]);
  expect([1, 2, 3, 4, 5].map((targets) => targetsScale(50, targets))).toEqual([0.5, 0.5, 0.5, 0.5, 0.5]);
});
