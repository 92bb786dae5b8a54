import type { PaymentRow } from './payments-store.server.ts';

/** What the provider tells of a payment that cannot be, in words for an operator; null where all of it fits. */
export function problemOf(
  row: PaymentRow,
  told: { readonly amount: number; readonly reference: string; readonly currency?: string | undefined },
): string | null {
  if (told.amount !== row.amount) return `amount: ${told.amount} instead of ${row.amount}`;
  if (told.reference !== row.reference) return 'another reference';
  if (told.currency !== undefined && told.currency !== row.currency) return 'another currency';
  return null;
}
