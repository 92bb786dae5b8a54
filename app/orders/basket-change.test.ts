import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BasketLine, lineKey, mergeLines } from '../basket/basket-lines.ts';
import { bringIn } from './basket-change.ts';

const lines = fc
  .array(
    fc.record({
      productId: fc.constantFrom('mug', 'shirt', 'print', 'cap'),
      sizeId: fc.constantFrom(null, 1),
      colorId: fc.constant(null),
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
  )
  .map((some) => mergeLines<BasketLine>(some));

const quantities = (some: readonly BasketLine[]) => new Map(some.map((line) => [lineKey(line), line.quantity]));

it('brings a change of one tab into the basket and loses nothing that another tab has put there', () => {
  fc.assert(
    fc.property(lines, lines, lines, (before, wanted, added) => {
      const kept = mergeLines([...before, ...added]);
      const after = quantities(bringIn(kept, before, wanted));
      for (const line of wanted) expect(after.get(lineKey(line))).toBe(line.quantity);
      const shown = quantities(before);
      for (const line of kept) if (!shown.has(lineKey(line))) expect(after.has(lineKey(line))).toBe(true);
      const mayStand = new Set([...wanted, ...added.filter((line) => !shown.has(lineKey(line)))].map(lineKey));
      expect([...after.keys()].every((key) => mayStand.has(key))).toBe(true);
    }),
  );
});
