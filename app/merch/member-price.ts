import { type Minor, minor, percentOf, shareOf, subtract, times } from '#base/money/money.ts';

/** Pieces of a product and what a buyer gets off them as a member of the seller. */
export interface MemberLine {
  readonly price: Minor;
  readonly quantity: number;
  readonly memberPercent: number;
}

/** The largest discount in per cent: a payment of nothing cannot be made. */
export const mostPercent = 90;

/** The most that may be taken off a line, so that each of its pieces still costs something. */
export function mostOff({ price, quantity }: MemberLine): Minor {
  const share = shareOf(times(price, quantity), mostPercent, 100);
  return minor(Math.min(share, times(subtract(price, minor(1)), quantity)));
}

/** What a buyer gets off a line as a member of its seller (docs/rules.md#memberships). */
export function memberDiscountOf(line: MemberLine): Minor {
  const wanted = percentOf(times(line.price, line.quantity), line.memberPercent);
  return minor(Math.min(wanted, mostOff(line)));
}

/** What a line costs a member before a promo code; pages of products show it of one piece. */
export function memberPriceOf(line: MemberLine): Minor {
  return subtract(times(line.price, line.quantity), memberDiscountOf(line));
}
