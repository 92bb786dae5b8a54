import { expect, it } from 'vitest';
import { isBehindFirst } from './behind-first.ts';

it('opens the list for a chip behind the first ones, and for no choice that is in none of them', () => {
  const chips = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  expect(isBehindFirst(chips, 2, 'c')).toBe(true);
  expect(isBehindFirst(chips, 2, 'b')).toBe(false);
  expect(isBehindFirst(chips, 2, 'gone')).toBe(false);
  expect(isBehindFirst(chips, 2, null)).toBe(false);
});
