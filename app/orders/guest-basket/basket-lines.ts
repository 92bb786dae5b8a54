import { add, fromMain, times, toMain } from '#base/money/money.ts';

/** The largest quantity of a line, as on the server (docs/rules.md#basket). */
const quantityMost = 99;

/** One product in one size and one colour, with a quantity. Null: the product has no choice of sizes or colours. */
export interface BasketLine {
  readonly productId: string;
  readonly sizeId: number | null;
  readonly colorId: number | null;
  /** 1..99 */
  readonly quantity: number;
}

/** The identity of a line: the same product in the same size and colour is one line (docs/rules.md#basket). */
export function lineKey({ productId, sizeId, colorId }: Omit<BasketLine, 'quantity'>): string {
  return [productId, sizeId ?? '', colorId ?? ''].join('/');
}

/** The line without product data. */
export function bareLine({ productId, sizeId, colorId, quantity }: BasketLine): BasketLine {
  return { productId, sizeId, colorId, quantity };
}

/** A quantity that a basket may hold. */
export function possibleQuantity(quantity: number): number {
  return Math.min(quantityMost, Math.max(1, Math.trunc(quantity) || 1));
}

/** Adds a line: an equal one grows and takes the product data of the newer one. */
export function addLine<Line extends BasketLine>(lines: readonly Line[], line: Line): readonly Line[] {
  const key = lineKey(line);
  const equal = lines.find((one) => lineKey(one) === key);
  if (equal === undefined) return [...lines, { ...line, quantity: possibleQuantity(line.quantity) }];
  const quantity = possibleQuantity(equal.quantity + possibleQuantity(line.quantity));
  return lines.map((one) => (one === equal ? { ...line, quantity } : one));
}

/** Merges equal lines. */
export function mergeGuestLines<Line extends BasketLine>(lines: readonly Line[]): readonly Line[] {
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

/** The lines without the quantities that the server has taken over. */
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

/** Whether two baskets hold the same lines, in any order. */
export function holdSame(one: readonly BasketLine[], other: readonly BasketLine[]): boolean {
  const held = new Map(other.map((line) => [lineKey(line), line.quantity]));
  return one.length === other.length && one.every((line) => held.get(lineKey(line)) === line.quantity);
}

/** The total quantity. */
export function countOf(lines: readonly BasketLine[]): number {
  return lines.reduce((count, { quantity }) => count + quantity, 0);
}

/** The price of all lines, in main units. */
export function guestTotalOf(lines: readonly (Pick<BasketLine, 'quantity'> & { readonly price: number })[]): number {
  return toMain(add(...lines.map(({ price, quantity }) => times(fromMain(price), quantity))));
}
