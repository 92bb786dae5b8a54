import { expect, test } from 'vitest';
import { pauseBeforeAsking } from './asking-pauses.ts';

test('a payer who looks on learns of it within a second, however long the payment takes', () => {
  expect(pauseBeforeAsking(0)).toBe(1_000);
});

test('a server without an answer, and a page that nobody sees, ask less and less, and never stop', () => {
  const pauses = [1, 2, 3, 4, 5, 50].map(pauseBeforeAsking);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(pauses.at(-1)).toBe(8_000);
});
