import { minorPerMain } from './money.ts';

/** How many whole times a price is in a sum, both in main units. Apart from the rest, since widgets and most pages do without it. */
export function wholeTimes(sum: number, price: number): number {
  return Math.floor(Math.round(sum * minorPerMain) / Math.round(price * minorPerMain));
}
