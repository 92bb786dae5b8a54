import { formatAmount } from '#base/money/money.ts';
import { useNames } from './use-names.ts';

/** Returns what writes amounts with their currency where an element cannot stand. */
export function useSumText(currency: string): (amount: number) => string {
  const nameOf = useNames();
  return (amount) => `${formatAmount(amount)} ${nameOf(currency)}`;
}
