import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isMuted } from './muted-hours.ts';

const hour = fc.integer({ min: 0, max: 23 });

it('the hours from the first one on are muted, as many as lie before the last one, and then none', () => {
  fc.assert(
    fc.property(hour, hour, (from, until) => {
      fc.pre(from !== until);
      const length = (until - from + 24) % 24;
      const muted = Array.from({ length: 24 }, (_, at) => isMuted({ from, until }, (from + at) % 24));
      expect(muted).toEqual(Array.from({ length: 24 }, (_, at) => at < length));
    }),
  );
});

it('without them nothing is muted', () => {
  fc.assert(fc.property(hour, (at) => !isMuted(null, at)));
});
