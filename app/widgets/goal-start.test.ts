import { expect, test } from 'vitest';
import { goalStart } from './goal-start.ts';

const now = new Date('2026-11-27T09:00:00Z');
const later = '2027-01-01T00:00:00Z';

test('a goal that counts donations from a later moment on says from when, until it begins', () => {
  expect(goalStart({ since: later, members: null }, now)).toBe(later);
  expect(goalStart({ since: later, members: null }, new Date(later))).toBeNull();
  expect(goalStart({ since: null, members: null }, now)).toBeNull();
});

test('a goal of members counts them whenever it was set', () => {
  expect(goalStart({ since: later, members: { now: 3, wanted: 50 } }, now)).toBeNull();
});
