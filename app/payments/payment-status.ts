import type { ProviderStatus } from './provider-calls.ts';

/**
 * The states of a payment, and so of a gift (contract, section 6), and the only ways between them.
 *
 * Money is never lost: the provider's word `paid` over the right amount wins over a payment that failed or that we took for
 * expired. Nothing that the provider says makes a paid payment unpaid again, save `refunded`.
 */
export const nextPaymentStatuses = {
  Created: ['AwaitingCode', 'Paid', 'Failed', 'Expired'],
  AwaitingCode: ['Paid', 'Failed', 'Expired'],
  Failed: ['Paid'],
  Expired: ['Paid'],
  Paid: ['Refunded'],
  Refunded: [],
} as const;

export type PaymentStatus = keyof typeof nextPaymentStatuses;

export const paymentStatuses = [
  'Created',
  'AwaitingCode',
  'Paid',
  'Failed',
  'Expired',
  'Refunded',
] as const satisfies readonly PaymentStatus[];

/** Whether the payer can still do something: the provider has not spoken its final word. */
export function isOpen(status: PaymentStatus): boolean {
  return status === 'Created' || status === 'AwaitingCode';
}

/** Whether the provider says that he has the payer's money, or has had it. */
export function tellsOfMoney(status: ProviderStatus): boolean {
  return status === 'paid' || status === 'refunded';
}

/** The states from which `status` may be reached. */
export function statusesBefore(status: PaymentStatus): PaymentStatus[] {
  return paymentStatuses.filter((from) => {
    const next: readonly PaymentStatus[] = nextPaymentStatuses[from];
    return next.includes(status);
  });
}
