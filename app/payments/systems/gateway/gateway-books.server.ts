import { isMoneyReceived } from '../../payment-status.ts';
import { isUnknownPayment, type PaymentSystem, type ProviderPayment } from '../../payment-system.server.ts';
import type { BookedPayment, SystemBooks } from '../system-books.server.ts';

function bookedOf({ id, status, amount, currency, refundedAmount }: ProviderPayment): BookedPayment {
  const state = isMoneyReceived(status) ? (status === 'refunded' ? 'refunded' : 'paid') : 'unpaid';
  return { id, providerId: id, state, amount, currency, refunded: refundedAmount };
}

const missing = (id: string): BookedPayment => ({
  id,
  providerId: id,
  state: 'missing',
  amount: null,
  currency: null,
  refunded: null,
});

/** The gateway's books: its contract has no list, but it knows each payment from its opening on. */
export function gatewayBooks(ask: PaymentSystem['ask']): SystemBooks {
  return {
    kind: 'questions',
    lacks: 'strangers',
    find: ({ providerId }) =>
      ask(providerId).then(
        (report) => [bookedOf(report)],
        (error: unknown) => {
          if (!isUnknownPayment(error)) throw error;
          return [missing(providerId)];
        },
      ),
  };
}
