import { expect, it, vi } from 'vitest';
import { knownClock } from '#test/support/known-clock.ts';
import type { OwnClock } from './clock-shapes.ts';
import type { KnownClock } from './live-clock.ts';
import { newerClock, pageClockOf } from './public-clock.ts';

const clock = knownClock();
const longer = { ...clock, endsAt: '2026-01-31T13:10:00.000Z' };
const known = (question: number, found: OwnClock | null): KnownClock => ({
  clock: found,
  ahead: 50,
  question,
  isLost: false,
});

it('shows what a page was loaded with until the server has answered since', () => {
  const { live } = pageClockOf('server', clock);
  const first = { live, loaded: clock, question: null };
  expect(newerClock(first, null)).toEqual({ clock, ahead: null });
  expect(newerClock(first, known(1, longer))).toEqual({ clock: longer, ahead: 50 });
  expect(newerClock(first, known(1, null))).toMatchObject({ clock: { state: 'over', remaining: 0 } });
  const again = { live, loaded: longer, question: 4 };
  expect(newerClock(again, known(4, clock))).toEqual({ clock: longer, ahead: 50 });
  expect(newerClock(again, { ...known(4, null), isLost: true })).toEqual({ clock: longer, ahead: 50 });
  expect(newerClock(again, known(5, clock))).toEqual({ clock, ahead: 50 });
});

it('is the same for all parts of a page, and nothing stays on the server', () => {
  expect(pageClockOf('creator', clock).live).not.toBe(pageClockOf('creator', clock).live);
  vi.stubGlobal('document', {});
  const first = pageClockOf('creator', clock);
  expect(pageClockOf('creator', clock)).toBe(first);
  expect(pageClockOf('creator', longer)).toMatchObject({ live: first.live, loaded: longer });
  expect(pageClockOf('other', clock).live).not.toBe(first.live);
});
