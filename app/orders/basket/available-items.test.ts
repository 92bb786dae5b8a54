import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availableItems, isBuyable, isSold, mostOf } from './available-items.ts';

const stock = { mug: 3, shirt: 0, print: null } as const;

const item = fc
  .record({
    productId: fc.constantFrom('mug', 'shirt', 'print'),
    quantity: fc.integer({ min: 1, max: 5 }),
    state: fc.constantFrom('available', 'unavailable', 'wrongChoice', 'short'),
  })
  .map((one) => ({ ...one, left: stock[one.productId] }));

describe('a mended basket', () => {
  it('has no more pieces than are in stock and no item that is no longer sold', () => {
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const mended = availableItems(items);
        const asked = (productId: string) =>
          mended.filter((one) => one.productId === productId).reduce((sum, { quantity }) => sum + quantity, 0);
        expect(asked('mug')).toBeLessThanOrEqual(3);
        expect(asked('shirt')).toBe(0);
        for (const one of mended) expect(one.quantity).toBeGreaterThan(0);
        expect(mended.some(({ state }) => state === 'unavailable' || state === 'wrongChoice')).toBe(false);
        expect(availableItems(mended)).toEqual(mended);
      }),
    );
  });

  it('leaves items that can be bought unchanged', () => {
    const items = [
      { productId: 'print', quantity: 9, state: 'available' as const, left: null },
      { productId: 'mug', quantity: 2, state: 'available' as const, left: 3 },
    ];
    expect(availableItems(items)).toEqual(items);
    expect(items.every(isBuyable)).toBe(true);
  });

  it('limits a line by the other lines of its product', () => {
    const white = { productId: 'mug', quantity: 2, state: 'short' as const, left: 3 };
    const black = { productId: 'mug', quantity: 2, state: 'short' as const, left: 3 };
    expect(mostOf([white, black], black)).toBe(1);
    expect(availableItems([white, black]).map(({ quantity }) => quantity)).toEqual([2, 1]);
    expect(mostOf([{ ...white, left: null }], { ...white, left: null })).toBe(99);
  });

  it('counts only sold lines of the same product, up to 99', () => {
    const mug = (quantity: number, state: 'available' | 'short' | 'unavailable' | 'wrongChoice', left: number) => ({
      productId: 'mug',
      quantity,
      state,
      left,
    });
    const one = mug(1, 'available', 9);
    const gone = mug(2, 'unavailable', 9);
    const wrong = mug(3, 'wrongChoice', 9);
    const shirt = { productId: 'shirt', quantity: 4, state: 'available' as const, left: 9 };
    expect(mostOf([one, gone, wrong, shirt], one)).toBe(9);
    expect(mostOf([one, mug(4, 'available', 9), mug(2, 'short', 9)], one)).toBe(3);
    expect(mostOf([one, mug(12, 'short', 9)], one)).toBe(0);
    expect(mostOf([mug(1, 'available', 500)], mug(1, 'available', 500))).toBe(99);
  });

  it('gives the pieces in stock to the first lines and marks them as available', () => {
    const line = (sizeId: number, quantity: number) => ({
      productId: 'mug',
      sizeId,
      quantity,
      state: 'short' as const,
      left: 4,
    });
    expect(availableItems([line(1, 3), line(2, 3), line(3, 3)])).toEqual([
      { ...line(1, 3), state: 'available' },
      { ...line(2, 1), state: 'available' },
    ]);
  });

  it('distinguishes items that can be bought from items that are sold at all', () => {
    const states = ['available', 'short', 'unavailable', 'wrongChoice'] as const;
    expect(states.filter((state) => isBuyable({ state }))).toEqual(['available']);
    expect(states.filter((state) => isSold({ state }))).toEqual(['available', 'short']);
  });
});
