declare const minorUnits: unique symbol;

/**
 * An amount of money: a safe integer count of the currency's minor units (tiyin, kopeck). The brand keeps plain
 * numbers out; sums are made with the functions of this file only.
 */
export type Minor = number & { readonly [minorUnits]: true };

const minorPerMain = 100;

/** Whether a number may count minor units. */
export function isMinor(value: number): value is Minor {
  return Number.isSafeInteger(value);
}

/** Brands an integer count of minor units, as the database and the payment provider give it. Throws on a fraction. */
export function minor(value: number): Minor {
  if (!isMinor(value)) throw new RangeError(`not a whole number of minor units: ${value}`);
  return value;
}

export const zero: Minor = minor(0);

/** The sum of any number of amounts. */
export function add(...amounts: readonly Minor[]): Minor {
  return minor(amounts.reduce((sum: number, amount) => sum + amount, 0));
}

/** `a` less `b`; may be negative, as ledger entries are. */
export function subtract(a: Minor, b: Minor): Minor {
  return minor(a - b);
}

/** The same amount with the other sign, for the other side of a posting. */
export function negate(amount: Minor): Minor {
  return minor(amount === 0 ? 0 : -amount);
}

/** `amount` taken `quantity` times; quantity is a whole number. */
export function times(amount: Minor, quantity: number): Minor {
  return minor(amount * quantity);
}

/** `percent` (at most 2 decimals) of an amount, rounded half up to a minor unit. */
export function percentOf(amount: Minor, percent: number): Minor {
  const basisPoints = Math.round(percent * 100);
  return minor(Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n));
}

/** A number of main units from the wire (at most 2 decimals) as minor units. Throws where it has more decimals. */
export function fromMain(main: number): Minor {
  const scaled = Math.round(main * minorPerMain);
  if (!hasAtMostTwoDecimals(main)) throw new RangeError(`not an amount of money: ${main}`);
  return minor(scaled);
}

/** Minor units as the wire's number of main units. */
export function toMain(amount: Minor): number {
  return amount / minorPerMain;
}

/** Whether a number of main units has a form that money may take on the wire. */
export function hasAtMostTwoDecimals(main: number): boolean {
  const scaled = Math.round(main * minorPerMain);
  return Number.isSafeInteger(scaled) && scaled / minorPerMain === main;
}

const rouble = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB', minimumFractionDigits: 2 });

/**
 * A sum for people: RUB style, currency sign removed, a zero fraction dropped (specification, point 9).
 * `main` is in main units; spaces are non-breaking.
 */
export function formatAmount(main: number): string {
  return rouble
    .formatToParts(main)
    .filter((part) => part.type !== 'currency')
    .map((part) => part.value)
    .join('')
    .trim()
    .replace(/,00$/, '');
}
