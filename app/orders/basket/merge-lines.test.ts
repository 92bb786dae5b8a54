import { expect, it } from 'vitest';
import { mergeLines, piecesOf } from './merge-lines.ts';

const mug = '018bcfe5-6800-7000-8000-00000000000a';
const shirt = '018bcfe5-6800-7000-8000-00000000000b';

it('merges lines of equal product, size and colour at the place of the first', () => {
  expect(
    mergeLines([
      { productId: shirt, quantity: 1, sizeId: 2, colorId: 5 },
      { productId: mug, quantity: 2 },
      { productId: shirt, quantity: 3, sizeId: 2, colorId: 5 },
      { productId: mug, quantity: 4, sizeId: null, colorId: null },
    ]),
  ).toEqual([
    { productId: shirt, quantity: 4, sizeId: 2, colorId: 5 },
    { productId: mug, quantity: 6, sizeId: null, colorId: null },
  ]);
});

it('does not merge lines that differ in size or colour only', () => {
  const lines = [
    { productId: shirt, quantity: 1, sizeId: 2, colorId: 5 },
    { productId: shirt, quantity: 1, sizeId: 3, colorId: 5 },
    { productId: shirt, quantity: 1, sizeId: 2, colorId: 6 },
    { productId: shirt, quantity: 1, sizeId: 2, colorId: null },
    { productId: shirt, quantity: 1, sizeId: 22, colorId: 5 },
  ];
  expect(mergeLines(lines)).toEqual(lines);
});

it('holds at most 99 pieces in a line', () => {
  const of = (...quantities: number[]) => mergeLines(quantities.map((quantity) => ({ productId: mug, quantity })));
  expect(of(98, 1)).toMatchObject([{ quantity: 99 }]);
  expect(of(98, 2)).toMatchObject([{ quantity: 99 }]);
  expect(of(99, 99, 99)).toMatchObject([{ quantity: 99 }]);
});

it('counts the pieces of a product over all its lines', () => {
  const lines = mergeLines([
    { productId: shirt, quantity: 1, sizeId: 2 },
    { productId: mug, quantity: 2 },
    { productId: shirt, quantity: 3, sizeId: 3 },
  ]);
  expect(piecesOf(lines)).toEqual(
    new Map([
      [shirt, 4],
      [mug, 2],
    ]),
  );
});
