import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BasketLine, lineKey, mergeGuestLines } from '../guest-basket/basket-lines.ts';
import { applyChange } from './basket-change.ts';
import { changedLines } from './merge-lines.ts';

const lines = fc
  .array(
    fc.record({
      productId: fc.constantFrom('mug', 'shirt', 'print', 'cap'),
      sizeId: fc.constantFrom(null, 1),
      colorId: fc.constant(null),
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
  )
  .map((some) => mergeGuestLines<BasketLine>(some));

const quantities = (some: readonly BasketLine[]) => new Map(some.map((line) => [lineKey(line), line.quantity]));

it('changes the lines that the screen has changed and leaves all others as another tab has left them, removed ones too', () => {
  fc.assert(
    fc.property(lines, lines, lines, (before, wanted, stored) => {
      const after = quantities(applyChange(stored, before, wanted));
      const [shown, asked, there] = [before, wanted, stored].map(quantities);
      for (const key of [...before, ...wanted, ...stored].map(lineKey)) {
        const isChanged = shown?.get(key) !== asked?.get(key);
        expect(after.get(key)).toBe((isChanged ? asked : there)?.get(key));
      }
    }),
  );
});

it('makes the same changes as the server makes of `seen` and `items`', () => {
  fc.assert(
    fc.property(lines, lines, lines, (before, wanted, stored) => {
      const there = quantities(stored);
      for (const line of changedLines(before, wanted)) there.set(lineKey(line), line.quantity);
      const left = [...there].filter(([, quantity]) => quantity > 0);
      expect(quantities(applyChange(stored, before, wanted))).toEqual(new Map(left));
    }),
  );
});
