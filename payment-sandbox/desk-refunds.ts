import { type Desk, findPayment, keep, moveTo } from './desk.ts';
import { PaymentFailure } from './failures.ts';
import { type Payment, refundedAmount } from './payment-state.ts';

/**
 * Gives money back: `amount` in minor units, or all that is left. A payment given back in full becomes `refunded`; before
 * that it stays `paid`. Asked again with the same `key`, or for a payment already given back, nothing moves twice.
 * Fails: NotFound, NotPaid, RefundTooLarge, IdempotencyMismatch.
 */
export function refundPayment(desk: Desk, id: string, amount: number | null, key: string | null): Payment {
  const payment = findPayment(desk, id);
  if (payment.status !== 'paid' && payment.status !== 'refunded') throw new PaymentFailure('NotPaid');
  const earlier = key === null ? undefined : payment.refunds.find((refund) => refund.key === key);
  if (earlier) {
    if (amount !== null && earlier.amount !== amount) throw new PaymentFailure('IdempotencyMismatch');
    return payment;
  }
  if (amount !== null && amount > payment.amount) throw new PaymentFailure('RefundTooLarge');
  if (payment.status === 'refunded') return payment;
  const left = payment.amount - refundedAmount(payment);
  const given = amount ?? left;
  if (given > left) throw new PaymentFailure('RefundTooLarge');
  const refunds = [...payment.refunds, { key, amount: given, at: desk.now() }];
  const refunded = { ...payment, refunds };
  return given === left ? moveTo(desk, refunded, 'refunded') : keep(desk, refunded);
}
