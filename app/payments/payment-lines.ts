import { add, type Minor, minor, subtract, times, zero } from '#base/money/money.ts';

/** What a payment can pay for. */
export const lineKinds = ['product', 'delivery', 'donation'] as const;
type LineKind = (typeof lineKinds)[number];

/** What the tax service calls a thing that is sold, by its classifier (https://tasnif.soliq.uz). */
export interface TaxItem {
  /** ИКПУ, 17 digits. */
  readonly code: string;
  /** The package code that belongs to the ИКПУ; empty: none. */
  readonly packageCode: string;
  /** The code of the unit of measurement; empty: none. */
  readonly unit: string;
  /** Per cent. */
  readonly vat: number;
}

/** One thing that a payment pays for. `price` of one and `discount` off all, in minor units. */
export interface PaymentLine {
  readonly kind: LineKind;
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
  readonly discount: number;
  /** Null: the default of the site for its kind, and none if there is no default. */
  readonly item: TaxItem | null;
  /** The tax number of the creator for whom the operator sells as an agent; null: it is not known, or nobody's. */
  readonly agent: string | null;
}

/** A line that a fiscal receipt can name. */
export type NamedLine = PaymentLine & { readonly item: TaxItem };

/** The lines if each has its item; null: a receipt of the others would not add up. */
export function allNamed(lines: readonly PaymentLine[]): readonly NamedLine[] | null {
  const named = lines.flatMap(({ item, ...line }) => (item === null ? [] : [{ ...line, item }]));
  return named.length === lines.length ? named : null;
}

/** What was paid for a line. */
export function paidForLine({ price, quantity, discount }: PaymentLine): Minor {
  return subtract(times(minor(price), quantity), minor(discount));
}

/** Throws if lines do not add up to the sum of their payment: no receipt could be made of them. */
export function requireWholeSum(lines: readonly PaymentLine[], amount: Minor): void {
  const sum = lines.reduce((before, line) => add(before, paidForLine(line)), zero);
  if (sum !== amount) throw new Error(`the lines of a payment of ${amount} add up to ${sum}`);
}

/** The only line of a payment that is given to a creator, whom it does not name: a name could not be taken back from it. */
export function donationLine({ taxNumber }: { readonly taxNumber: string | null }, amount: Minor): PaymentLine {
  return {
    kind: 'donation',
    name: donationName,
    quantity: 1,
    price: amount,
    discount: 0,
    item: null,
    agent: taxNumber,
  };
}

/** How tax receipts name what is no product. */
export const donationName = 'Поддержка автора';
export const deliveryName = 'Доставка';
