import { expect, it } from 'vitest';
import { growingPauses } from './growing-pauses.server.ts';

it('doubles from the first to the longest, and never ends', () => {
  const pauses = growingPauses(100, 1_000);
  expect(Array.from({ length: 6 }, () => pauses.next().value)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});
