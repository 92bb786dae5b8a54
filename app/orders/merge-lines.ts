import { quantityMost } from './order-limits.ts';

/** What is put into a basket: a product in a size and a colour, so many times. */
export interface Line {
  readonly productId: string;
  readonly sizeId: number | null;
  readonly colorId: number | null;
  readonly quantity: number;
}

/** The same in the words of the wire, where a choice may be left out. */
interface WrittenLine {
  readonly productId: string;
  readonly quantity: number;
  readonly sizeId?: number | null | undefined;
  readonly colorId?: number | null | undefined;
}

/** Equal product, size and colour make one line (specification, point 4), of at most 99 pieces; the order stays. */
export function mergeLines(written: readonly WrittenLine[]): Line[] {
  const merged = new Map<string, Line>();
  for (const { productId, quantity, sizeId = null, colorId = null } of written) {
    const key = `${productId} ${sizeId} ${colorId}`;
    const pieces = Math.min(quantityMost, (merged.get(key)?.quantity ?? 0) + quantity);
    merged.set(key, { productId, sizeId, colorId, quantity: pieces });
  }
  return [...merged.values()];
}

/** How many pieces of each product are asked for, over all its lines. */
export function piecesOf(lines: readonly Line[]): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { productId, quantity } of lines) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
  return pieces;
}
