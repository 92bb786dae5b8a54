/** Lines placed by a version that did not store this count as taken. */
export const takenPieces = (line: string) => `coalesce(${line}.taken, ${line}.quantity)`;

/** Some pieces of an order's line, and how many of the line's pieces came from stock: all or none. */
interface Pieces {
  readonly productId: string;
  readonly quantity: number;
  readonly taken: number;
}

/** The pieces that return to stock: none of a product that was made to order when it was sold. */
export function toStock(pieces: readonly Pieces[]): { productId: string; quantity: number }[] {
  return pieces.flatMap(({ productId, quantity, taken }) =>
    taken > 0 ? [{ productId, quantity: Math.min(quantity, taken) }] : [],
  );
}
