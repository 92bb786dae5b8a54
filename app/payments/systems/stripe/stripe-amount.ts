import { fromUnits, type Minor, toUnits } from '#base/money/money.ts';

/** Currencies by their decimals in Stripe's API; all others have two (https://docs.stripe.com/currencies#minor-units). */
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const withThreeDecimals = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);
/** Written with two decimals, which must be zeros (https://docs.stripe.com/currencies#special-cases). */
const wholeOnly = new Set(['ISK', 'UGX']);

function decimalsOf(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}

/** An amount as Stripe's API has it; `currency` in capitals. Null: the currency has no such fraction. */
export function stripeAmount(amount: Minor, currency: string): number | null {
  if (wholeOnly.has(currency) && toUnits(amount, 0) === null) return null;
  return toUnits(amount, decimalsOf(currency));
}

/** An amount of Stripe's API as ours; null: it is no whole number of our minor units. */
export function amountOfStripe(units: number, currency: string): Minor | null {
  return fromUnits(units, decimalsOf(currency));
}
