import { type Minor, minor, subtract, times } from '#base/money/money.ts';

/** A line as it was sold. Amounts in minor units. */
interface SoldLine {
  readonly price: number;
  readonly quantity: number;
  /** What was taken off all its pieces together. */
  readonly discount: number;
}

/** What the buyer pays for all pieces of a line. */
export function paidFor({ price, quantity, discount }: SoldLine): Minor {
  return subtract(times(minor(price), quantity), minor(discount));
}
