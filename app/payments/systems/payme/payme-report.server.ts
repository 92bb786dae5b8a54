import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { type ProviderPayment, ProviderRefusal } from '../../payment-system.server.ts';
import { type OwnPayment, readOwnPayment } from '../own-payment-store.server.ts';
import { type PaymeTransaction, readTransactionsOf } from './payme-store.server.ts';

function statusOf(payment: OwnPayment, transactions: readonly PaymeTransaction[]): ProviderPayment['status'] {
  if (transactions.some(({ state }) => state === 2)) return 'paid';
  if (transactions.some(({ state }) => state === -2)) return 'refunded';
  if (transactions.some(({ state, isTimedOut }) => state === 1 && !isTimedOut)) return 'created';
  return payment.isOver ? 'expired' : 'created';
}

/** Whether Payme has given up all transactions of a payment, and there were some. */
export async function isRefusedByPayme(db: Queryable, id: string): Promise<boolean> {
  const payment = await readOwnPayment(db, 'payme', id);
  const transactions = payment === null ? [] : await readTransactionsOf(db, payment.paymentId);
  return transactions.length > 0 && transactions.every(({ state, isTimedOut }) => state === -1 || isTimedOut);
}

/** What Payme's calls, as they are stored, say of a payment. Throws `NotFound` for an unknown one. */
export async function reportPayme(db: Queryable, id: string): Promise<ProviderPayment> {
  const payment = await readOwnPayment(db, 'payme', id);
  if (payment === null) throw new ProviderRefusal('NotFound', 404, 'there is no such payment');
  const transactions = await readTransactionsOf(db, payment.paymentId);
  const { reference, currency } = payment;
  const paid = transactions.find(({ state }) => state === 2 || state === -2);
  const amount = minor(paid?.amount ?? payment.amount);
  return {
    system: 'payme',
    id,
    status: statusOf(payment, transactions),
    amount,
    currency,
    reference,
    cardPrefix: null,
    refusals: [],
    refundedAmount: null,
  };
}
