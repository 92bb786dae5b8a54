import { type MemberLine, memberDiscountOf, memberPriceOf, mostOff } from '#app/merch/member-price.ts';
import { add, type Minor, minor, percentOf, subtract, zero } from '#base/money/money.ts';
import { divide } from './divide.ts';

/** What a promo code takes off: a percentage or a sum. Amounts in minor units. */
export interface CodeTerms {
  readonly percent: number | null;
  readonly amount: Minor | null;
  /** Only things of this creator; null: of all. */
  readonly sellerId: string | null;
  /** The least sum of the things that it is taken off. */
  readonly minTotal: Minor;
}

/** A line as discounts need it. */
interface DiscountLine extends MemberLine {
  readonly sellerId: string;
}

const isFor = ({ sellerId }: CodeTerms, line: DiscountLine) => sellerId === null || sellerId === line.sellerId;

/** What the lines that a code is for cost without it. */
function baseOf(lines: readonly DiscountLine[], terms: CodeTerms): Minor {
  return add(...lines.filter((line) => isFor(terms, line)).map(memberPriceOf));
}

/** How much is missing for a code: null: nothing; 0: no line is the code's. */
export function missingFor(lines: readonly DiscountLine[], terms: CodeTerms): Minor | null {
  const base = baseOf(lines, terms);
  if (base === 0) return zero;
  return base < terms.minTotal ? subtract(terms.minTotal, base) : null;
}

/** What a code takes off each line, to the minor unit, beside what a member gets off it (docs/rules.md#promo-codes). */
export function discountsOf(lines: readonly DiscountLine[], terms: CodeTerms | null): Minor[] {
  if (terms === null || missingFor(lines, terms) !== null) return lines.map(() => zero);
  const most = lines.map((line) => (isFor(terms, line) ? subtract(mostOff(line), memberDiscountOf(line)) : zero));
  const base = baseOf(lines, terms);
  const wanted = terms.percent === null ? (terms.amount ?? zero) : percentOf(base, terms.percent);
  return divide(minor(Math.min(wanted, add(...most))), most);
}
