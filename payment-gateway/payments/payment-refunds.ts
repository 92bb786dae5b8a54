import { PaymentFailure } from '../failures.ts';
import { type Payment, refundedAmount } from '../payment-state.ts';
import { findPayment, type GatewayContext, moveTo, saveAndNotify } from './payments.ts';

/**
 * Refunds `amount` (minor units), or all that is left. A payment that is refunded completely becomes `refunded`; before that it
 * stays `paid`, and a callback reports the sum so far. A repetition with the same `key`, or for a refunded payment, changes nothing.
 * Fails: NotFound, NotPaid, RefundTooLarge, IdempotencyMismatch.
 */
export function refundPayment(context: GatewayContext, id: string, amount: number | null, key: string | null): Payment {
  const payment = findPayment(context, id);
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
  const refunds = [...payment.refunds, { key, amount: given, at: context.now() }];
  const refunded = { ...payment, refunds };
  return given === left ? moveTo(context, refunded, 'refunded') : saveAndNotify(context, refunded);
}
