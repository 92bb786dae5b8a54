import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeIn } from './byte-range.ts';

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=10-19', { from: 10, to: 19 }],
  ['bytes=90-500', { from: 90, to: 99 }],
  ['bytes=-30', { from: 70, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=99-99', { from: 99, to: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=-00', 'none'],
  ['bytes=-007', { from: 93, to: 99 }],
  ['bytes=20-10', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['seconds=0-1', 'whole'],
  ['bytes=1e1-', 'whole'],
])('%s of 100 bytes is %j', (header, part) => {
  expect(rangeIn(header, 100)).toEqual(part);
});

test('a part lies within the file, and zeros before a number say nothing', () => {
  const number = fc.option(fc.nat(400).map(String), { nil: '' });
  const zeros = fc.nat(5).map((count) => '0'.repeat(count));
  const written = (before: string, value: string) => (value === '' ? '' : before + value);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), number, number, zeros, (size, first, last, before) => {
      const part = rangeIn(`bytes=${written(before, first)}-${written(before, last)}`, size);
      expect(part).toEqual(rangeIn(`bytes=${first}-${last}`, size));
      if (typeof part === 'string') return;
      expect([part.from >= 0, part.from <= part.to, part.to < size]).toEqual([true, true, true]);
    }),
  );
});
