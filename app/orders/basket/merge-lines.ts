import { quantityMost } from '../order-limits.ts';

/** A line of a basket: a product in a size and a colour, with a quantity. */
export interface Line {
  readonly productId: string;
  readonly sizeId: number | null;
  readonly colorId: number | null;
  readonly quantity: number;
}

/** A line on the wire, where a size or colour may be omitted. */
interface WrittenLine {
  readonly productId: string;
  readonly quantity: number;
  readonly sizeId?: number | null | undefined;
  readonly colorId?: number | null | undefined;
}

const lineKeyOf = ({ productId, sizeId, colorId }: Line) => `${productId} ${sizeId} ${colorId}`;

/** Merges lines of the same product, size and colour (docs/rules.md#basket), up to 99 pieces each; the order stays. */
export function mergeLines(written: readonly WrittenLine[]): Line[] {
  const merged = new Map<string, Line>();
  for (const { productId, quantity, sizeId = null, colorId = null } of written) {
    const line = { productId, sizeId, colorId, quantity };
    const pieces = Math.min(quantityMost, (merged.get(lineKeyOf(line))?.quantity ?? 0) + quantity);
    merged.set(lineKeyOf(line), { ...line, quantity: pieces });
  }
  return [...merged.values()];
}

/**
 * The lines in which `wanted` differs from `seen`, which the buyer was shown, with their new quantity, 0 for removed lines. What another device
 * has changed meanwhile is not among them.
 */
export function changedLines(seen: readonly Line[], wanted: readonly Line[]): Line[] {
  const before = new Map(seen.map((line) => [lineKeyOf(line), line.quantity]));
  const after = new Set(wanted.map(lineKeyOf));
  const gone = seen.filter((line) => !after.has(lineKeyOf(line))).map((line) => ({ ...line, quantity: 0 }));
  return [...wanted.filter((line) => before.get(lineKeyOf(line)) !== line.quantity), ...gone];
}

/** The pieces of each product over all its lines. */
export function piecesOf(lines: readonly Line[]): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { productId, quantity } of lines) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
  return pieces;
}
