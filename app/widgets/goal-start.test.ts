import { expect, test } from 'vitest';
import { goalStart } from './goal-start.ts';

const reader = { now: new Date('2026-11-27T09:00:00Z'), locale: 'ru', timeZone: 'Asia/Tashkent' };
const later = '2027-01-01T00:00:00Z';

/** The day and its time stay in one line. */
const unbroken = '1\u00a0января\u00a02027\u00a0г.\u00a0в\u00a005:00';

test('a goal that counts donations from a later moment on says from when, until it begins', () => {
  expect(goalStart({ since: later, members: null }, reader)).toBe(unbroken);
  expect(goalStart({ since: later, members: null }, { ...reader, now: new Date(later) })).toBeNull();
  expect(goalStart({ since: null, members: null }, reader)).toBeNull();
});

test('a goal of members counts them whenever it was set', () => {
  expect(goalStart({ since: later, members: { now: 3, wanted: 50 } }, reader)).toBeNull();
});
