import type { ProviderStatus } from './systems/payer-client.ts';

/**
 * The states of a payment, and so of a donation (docs/rules.md#payment-states), and the allowed transitions.
 *
 * Money is never lost: if the provider reports `paid` over the right amount, a failed or expired payment becomes paid. Only `refunded`
 * ends a paid payment.
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

/** Whether the payer can still pay: the provider's status is not final. */
export function isOpen(status: PaymentStatus): boolean {
  return status === 'Created' || status === 'AwaitingCode';
}

/** Whether the provider has, or has had, the payer's money. */
export function isMoneyReceived(status: ProviderStatus): boolean {
  return status === 'paid' || status === 'refunded';
}

/** The states from which `status` can be reached. */
export function statusesBefore(status: PaymentStatus): PaymentStatus[] {
  return paymentStatuses.filter((from) => {
    const next: readonly PaymentStatus[] = nextPaymentStatuses[from];
    return next.includes(status);
  });
}

/** By then a provider has caught up with itself: what is not booked after so many tries of a refund is left to the staff. */
export const mostRefundTries = 8;
