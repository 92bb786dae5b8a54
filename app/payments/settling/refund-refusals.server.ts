import { ProviderRefusal } from '../payment-system.server.ts';

/** Refusals that stay the same however often a refund is requested. After any other failure it is requested again. */
const finalRefusals: readonly string[] = ['NotPaid', 'RefundTooLarge', 'RefundElsewhere', 'NotFound'];

/** Statuses that say nothing of the refund: our key is refused, or we ask too fast. */
const refusalsOfUs: readonly number[] = [401, 403, 408, 425, 429];

/** Whether the provider has refused a refund for good. */
export function isFinalRefusal(error: unknown): error is ProviderRefusal {
  return error instanceof ProviderRefusal && finalRefusals.includes(error.code);
}

/** Whether the provider has answered that it does not make a refund now: after the last try that is left to the staff. */
export function isRefusedTry(error: unknown): error is ProviderRefusal {
  return error instanceof ProviderRefusal && !refusalsOfUs.includes(error.status);
}
