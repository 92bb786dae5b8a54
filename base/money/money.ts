declare const minorUnits: unique symbol;

/**
 * An amount of money: a safe integer number of the currency's minor units (tiyin, kopeck). The brand rejects plain numbers; only the
 * functions of this file make amounts.
 */
export type Minor = number & { readonly [minorUnits]: true };

export const minorPerMain = 100;

/** Whether a number is a valid amount of minor units. */
export function isMinor(value: number): value is Minor {
  return Number.isSafeInteger(value);
}

/** Brands an integer number of minor units from the database or the payment provider. Throws on a fraction. */
export function minor(value: number): Minor {
  if (!isMinor(value)) throw new RangeError(`not a whole number of minor units: ${value}`);
  return value;
}

export const zero: Minor = minor(0);

/** The sum of any number of amounts. */
export function add(...amounts: readonly Minor[]): Minor {
  return minor(amounts.reduce((sum: number, amount) => sum + amount, 0));
}

/** `a` minus `b`; may be negative, like ledger entries. */
export function subtract(a: Minor, b: Minor): Minor {
  return minor(a - b);
}

/** The amount with the opposite sign, for the other side of a posting. */
export function negate(amount: Minor): Minor {
  return minor(amount === 0 ? 0 : -amount);
}

/** `amount` times `quantity`, an integer. */
export function times(amount: Minor, quantity: number): Minor {
  return minor(amount * quantity);
}

/** `percent` (at most 2 decimals) of an amount, rounded half up to a minor unit. */
export function percentOf(amount: Minor, percent: number): Minor {
  const basisPoints = Math.round(percent * 100);
  return minor(Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n));
}

/** `part` of `whole` equal pieces of an amount, rounded down to a minor unit; all pieces are the whole amount. */
export function shareOf(amount: Minor, part: number, whole: number): Minor {
  return minor(Number((BigInt(amount) * BigInt(part)) / BigInt(whole)));
}

/** Converts main units from the wire to minor units. Throws if there are more than 2 decimals. */
export function fromMain(main: number): Minor {
  const scaled = Math.round(main * minorPerMain);
  if (!hasAtMostTwoDecimals(main)) throw new RangeError(`not an amount of money: ${main}`);
  return minor(scaled);
}

/** Converts minor units to the wire's main units. */
export function toMain(amount: Minor): number {
  return amount / minorPerMain;
}

/** Converts to units of a currency with `decimals` decimals; null if the amount is no whole number of them. */
export function toUnits(amount: Minor, decimals: number): number | null {
  const units = (amount * 10 ** decimals) / minorPerMain;
  return Number.isSafeInteger(units) ? units : null;
}

/** Converts units of a currency with `decimals` decimals; null if they are no whole number of minor units. */
export function fromUnits(units: number, decimals: number): Minor | null {
  const amount = (units * minorPerMain) / 10 ** decimals;
  return isMinor(amount) ? amount : null;
}

/** Whether a number of main units has at most 2 decimals and is in range. */
export function hasAtMostTwoDecimals(main: number): boolean {
  const scaled = Math.round(main * minorPerMain);
  return Number.isSafeInteger(scaled) && scaled / minorPerMain === main;
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const russian = new Intl.NumberFormat('ru', twoDecimals);
const english = new Intl.NumberFormat('en', twoDecimals);

/**
 * Formats an amount for display: RUB style without the currency sign and without a zero fraction, in English with its own separators,
 * with a minus sign (docs/rules.md#page-sizes). `main` is in main units; Russian spaces are non-breaking.
 */
export function formatAmount(main: number, language = 'ru'): string {
  return (language === 'en' ? english : russian)
    .format(main)
    .replace(/[.,]00$/, '')
    .replace('-', '−');
}
