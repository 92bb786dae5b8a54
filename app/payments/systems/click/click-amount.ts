import { type Minor, minor } from '#base/money/money.ts';

const written = /^(0|[1-9]\d{0,11})(?:\.(\d{1,2}))?$/;

/**
 * The amount of a call in so'm with at most two decimals (`N`, `N.N`, `N.NN`), exactly; null for any other way to write a number. Click
 * calls it a float, so that `1e3`, a sign or a third decimal must not be rounded to something that fits.
 */
export function parseSum(text: string): Minor | null {
  const [, whole, part = ''] = written.exec(text) ?? [];
  return whole === undefined ? null : minor(Number(`${whole}${part.padEnd(2, '0')}`));
}

/** An amount as Click's page wants it: `N.NN`. */
export function sumText(amount: Minor): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
