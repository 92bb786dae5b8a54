import { add, fromMain, times, toMain } from '#base/money.ts';

/** At most so many of one thing stand in a basket (what the server takes, contract section 10). */
const quantityMost = 99;

/** What is bought: one product in one size and one colour. Null where the product has none to choose. */
export interface BasketLine {
  readonly productId: string;
  readonly sizeId: number | null;
  readonly colorId: number | null;
  /** 1..99 */
  readonly quantity: number;
}

/** Tells lines apart: the same product in the same size and colour is one line (specification, point 4). */
export function lineKey({ productId, sizeId, colorId }: Omit<BasketLine, 'quantity'>): string {
  return [productId, sizeId ?? '', colorId ?? ''].join('/');
}

/** Only what tells what is bought. */
export function bareLine({ productId, sizeId, colorId, quantity }: BasketLine): BasketLine {
  return { productId, sizeId, colorId, quantity };
}

/** A quantity that a basket may hold. */
export function possibleQuantity(quantity: number): number {
  return Math.min(quantityMost, Math.max(1, Math.trunc(quantity) || 1));
}

/** The lines with one more: an equal one grows, and takes over what the newer one tells of the product. */
export function addLine<Line extends BasketLine>(lines: readonly Line[], line: Line): readonly Line[] {
  const key = lineKey(line);
  const equal = lines.find((one) => lineKey(one) === key);
  if (equal === undefined) return [...lines, { ...line, quantity: possibleQuantity(line.quantity) }];
  const quantity = possibleQuantity(equal.quantity + possibleQuantity(line.quantity));
  return lines.map((one) => (one === equal ? { ...line, quantity } : one));
}

/** Any lines with equal ones made one. */
export function mergeLines<Line extends BasketLine>(lines: readonly Line[]): readonly Line[] {
  return lines.reduce<readonly Line[]>(addLine, []);
}

export function removeLine<Line extends BasketLine>(lines: readonly Line[], key: string): readonly Line[] {
  return lines.filter((line) => lineKey(line) !== key);
}

export function changeQuantity<Line extends BasketLine>(
  lines: readonly Line[],
  key: string,
  quantity: number,
): readonly Line[] {
  return lines.map((line) => (lineKey(line) === key ? { ...line, quantity: possibleQuantity(quantity) } : line));
}

/** What is left of the lines when others have been taken over by somebody else. */
export function subtractLines<Line extends BasketLine>(
  lines: readonly Line[],
  taken: readonly BasketLine[],
): readonly Line[] {
  const gone = new Map(taken.map((line) => [lineKey(line), line.quantity]));
  return lines.flatMap((line) => {
    const quantity = line.quantity - (gone.get(lineKey(line)) ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** How many things there are, for the header. */
export function countOf(lines: readonly BasketLine[]): number {
  return lines.reduce((count, { quantity }) => count + quantity, 0);
}

/** What the lines cost together; prices and the answer in main units. */
export function totalOf(lines: readonly (Pick<BasketLine, 'quantity'> & { readonly price: number })[]): number {
  return toMain(add(...lines.map(({ price, quantity }) => times(fromMain(price), quantity))));
}
