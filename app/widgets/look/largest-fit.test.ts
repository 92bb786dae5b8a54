import { expect, it } from 'vitest';
import { largestFit } from './largest-fit.ts';

const upTo = (bound: number) => (scale: number) => scale <= bound;

it('is as large as it may be where that fits, and just fits otherwise', () => {
  expect(largestFit(upTo(2), { least: 0.2, most: 2 })).toBe(2);
  const found = largestFit(upTo(1.3), { least: 0.2, most: 2 });
  expect(found).toBeLessThanOrEqual(1.3);
  expect(found).toBeGreaterThan(1.25);
  expect(largestFit(upTo(0), { least: 0.2, most: 2 })).toBe(0.2);
});
