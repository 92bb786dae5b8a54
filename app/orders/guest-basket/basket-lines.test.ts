import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addLine,
  type BasketLine,
  bareLine,
  changeQuantity,
  countOf,
  guestTotalOf,
  lineKey,
  mergeGuestLines,
  possibleQuantity,
  removeLine,
  subtractLines,
} from './basket-lines.ts';

/** Few products, sizes and colours, so that equal lines are frequent. */
const line = fc.record({
  productId: fc.constantFrom('mug', 'shirt', 'print'),
  sizeId: fc.constantFrom(null, 1, 2, 12),
  colorId: fc.constantFrom(null, 1, 2, 21),
  quantity: fc.integer({ min: 1, max: 4 }),
});
const lines = fc.array(line, { maxLength: 20 });

const quantities = (some: readonly BasketLine[]) => new Map(some.map((one) => [lineKey(one), one.quantity]));
const sumsOf = (some: readonly BasketLine[]) =>
  some.reduce((sums, one) => sums.set(lineKey(one), (sums.get(lineKey(one)) ?? 0) + one.quantity), new Map());

describe('the lines of a basket', () => {
  it('are merged when product, size and colour are equal, and only then', () => {
    fc.assert(
      fc.property(lines, (some) => {
        const merged = mergeGuestLines(some);
        expect(quantities(merged)).toEqual(sumsOf(some));
        expect(new Set(merged.map(lineKey)).size).toBe(merged.length);
        expect(mergeGuestLines(merged)).toEqual(merged);
      }),
    );
  });

  it('have the same count in any order', () => {
    fc.assert(
      fc.property(lines, (some) => {
        expect(quantities(mergeGuestLines(some.toReversed()))).toEqual(quantities(mergeGuestLines(some)));
        expect(countOf(mergeGuestLines(some))).toBe(countOf(some));
      }),
    );
    const of = (quantity: number) => ({ productId: 'mug', sizeId: null, colorId: null, quantity });
    expect([countOf([]), countOf([of(2), of(3)])]).toEqual([0, 5]);
  });

  it('lose exactly the quantities that the server has taken over', () => {
    fc.assert(
      fc.property(lines, lines, (sent, addedMeanwhile) => {
        const before = mergeGuestLines(sent);
        const now = addedMeanwhile.reduce<readonly BasketLine[]>(addLine, before);
        expect(quantities(subtractLines(now, before))).toEqual(sumsOf(addedMeanwhile));
      }),
    );
  });

  it('have quantities from 1 to 99', () => {
    fc.assert(
      fc.property(fc.array(line), fc.double(), (some, wanted) => {
        const key = some[0] === undefined ? '' : lineKey(some[0]);
        const changed = changeQuantity(mergeGuestLines([...some, ...some, ...some]), key, wanted);
        for (const { quantity } of changed) {
          expect(quantity).toBe(Math.trunc(quantity));
          expect(quantity).toBeGreaterThanOrEqual(1);
          expect(quantity).toBeLessThanOrEqual(99);
        }
      }),
    );
    expect(possibleQuantity(Number.NaN)).toBe(1);
    expect(
      addLine([{ productId: 'mug', sizeId: null, colorId: null, quantity: 98 }], {
        productId: 'mug',
        sizeId: null,
        colorId: null,
        quantity: 7,
      }),
    ).toMatchObject([{ quantity: 99 }]);
  });

  it('differ by product, size and colour; no choice is a value of its own', () => {
    const of = (productId: string, sizeId: number | null, colorId: number | null) => ({ productId, sizeId, colorId });
    const all = [
      of('mug', 1, 2),
      of('cup', 1, 2),
      of('mug', 3, 2),
      of('mug', 1, 4),
      of('mug', null, 2),
      of('mug', 1, null),
    ];
    expect(new Set(all.map(lineKey)).size).toBe(all.length);
    expect(lineKey(of('mug', null, null))).toBe('mug//');
  });

  it('change their quantity one by one and are sent without product data', () => {
    const mug = { productId: 'mug', sizeId: 1, colorId: null, quantity: 2 };
    const shirt = { ...mug, productId: 'shirt' };
    expect(changeQuantity([mug, shirt], 'shirt/1/', 5)).toEqual([mug, { ...shirt, quantity: 5 }]);
    expect(bareLine(Object.assign({ name: 'Кружка' }, mug))).toEqual(mug);
  });

  it('keep their order when one is removed', () => {
    const three = ['mug', 'shirt', 'print'].map((productId) => ({ productId, sizeId: null, colorId: 2, quantity: 1 }));
    expect(removeLine(three, 'shirt//2').map(({ productId }) => productId)).toEqual(['mug', 'print']);
  });

  it('cost the sum of their prices to the minor unit', () => {
    expect(guestTotalOf([])).toBe(0);
    expect(
      guestTotalOf([
        { price: 0.1, quantity: 3 },
        { price: 149_900.2, quantity: 2 },
      ]),
    ).toBe(299_800.7);
  });
});
