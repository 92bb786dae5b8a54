import type { PaymentFlag } from '../payment-flag.ts';
import type { PaymentRow } from './payments-store.server.ts';

/** Describes for an operator how a provider's update contradicts the payment; null if it fits. */
export function problemOf(
  row: PaymentRow,
  update: { readonly amount: number; readonly reference: string; readonly currency?: string | undefined },
): PaymentFlag | null {
  if (update.amount !== row.amount) return `OtherAmount ${update.amount} ${row.amount}`;
  if (update.reference !== row.reference) return 'OtherReference';
  if (update.currency !== undefined && update.currency !== row.currency) return 'OtherCurrency';
  return null;
}
