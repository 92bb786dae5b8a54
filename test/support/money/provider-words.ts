import type { PaymentStatus } from '#app/payments/payment-status.ts';

/** Our word for each of the provider's. */
export const statusOf: Readonly<Record<string, PaymentStatus>> = {
  created: 'Created',
  code_required: 'AwaitingCode',
  paid: 'Paid',
  failed: 'Failed',
  expired: 'Expired',
  refunded: 'Refunded',
};
