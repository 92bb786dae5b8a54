import { useLingui } from '@lingui/react';
import { formatAmount } from '#base/money/money.ts';
import { useNames } from './use-names.ts';

/** Returns what writes amounts without their currency, as the language of the page does. */
export function useAmountText(): (amount: number) => string {
  const { locale } = useLingui().i18n;
  return (amount) => formatAmount(amount, locale);
}

/** Returns what writes amounts with their currency where an element cannot stand. */
export function useSumText(currency: string): (amount: number) => string {
  const nameOf = useNames();
  const text = useAmountText();
  return (amount) => `${text(amount)} ${nameOf(currency)}`;
}
