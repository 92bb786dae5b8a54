import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAmount, typedAmount } from './amount-text.ts';

it.each([
  [0, '0'],
  [5, '5'],
  [50_000.5, '50\u00a0000,50'],
  [1_000, '1\u00a0000'],
  [1_234_567.89, '1\u00a0234\u00a0567,89'],
])('writes %d as its field shows it', (amount, text) => expect(typedAmount(amount)).toBe(text));

it('writes every sum so that it is read as the same one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000_000 }), (minor) => {
      expect(readAmount(typedAmount(minor / 100))).toBe(minor / 100);
    }),
  );
});
