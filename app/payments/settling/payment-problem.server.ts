import type { PaymentRow } from './payments-store.server.ts';

/** Describes for an operator how a provider's update contradicts the payment; null if it fits. */
export function problemOf(
  row: PaymentRow,
  update: { readonly amount: number; readonly reference: string; readonly currency?: string | undefined },
): string | null {
  if (update.amount !== row.amount) return `amount: ${update.amount} instead of ${row.amount}`;
  if (update.reference !== row.reference) return 'another reference';
  if (update.currency !== undefined && update.currency !== row.currency) return 'another currency';
  return null;
}
