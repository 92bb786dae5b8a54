import { type FailureCode, PaymentFailure } from '../failures.ts';
import { isOpen, movePayment, type Payment, type SavedCard } from '../payment-state.ts';
import { isExpiryAhead, paymentSystemOf } from './cards.ts';
import { findPayment, type GatewayContext, moveTo, saveAndNotify } from './payments.ts';

/** Why the bank refuses to charge a card without the payer; null: it does not. */
function refusalOf(context: GatewayContext, payment: Payment, card: SavedCard | undefined): FailureCode | null {
  if (card === undefined) return 'CardBlocked';
  const { behaviour, expiry } = card;
  if (behaviour === 'chargesExpired' || !isExpiryAhead(expiry, context.now())) return 'CardExpired';
  if (behaviour === 'chargesRefused') return 'InsufficientFunds';
  return behaviour === 'chargesRefusedTwice' && payment.refusedCharges < 2 ? 'InsufficientFunds' : null;
}

/**
 * Charges an open payment with a saved card: it becomes `paid` or `failed`. A payment that is not open stays as it is, so that repeating
 * the call charges nothing. Fails: NotFound; InsufficientFunds for the card that leaves the payment open.
 */
export function chargePayment(context: GatewayContext, id: string, token: string): Payment {
  const payment = findPayment(context, id);
  if (!isOpen(payment)) return payment;
  const card = context.books.cardToCharge(token);
  if (card?.behaviour === 'chargesDeclined') throw new PaymentFailure('InsufficientFunds');
  const refusal = refusalOf(context, payment, card);
  if (refusal === null && card !== undefined) return moveTo(context, { ...payment, card }, 'paid');
  const prefix = card?.maskedPan.replace(/ /g, '').slice(0, 6);
  const refused = prefix === undefined ? [] : [{ payment_system: paymentSystemOf(prefix) ?? 'card', prefix }];
  const failed = {
    ...payment,
    ...(card && { card }),
    refusals: [...payment.refusals, ...refused],
    refusedCharges: payment.refusedCharges + 1,
    failure: refusal,
  };
  return saveAndNotify(context, movePayment(failed, 'failed', context.now()));
}

/** What the merchant needs to charge the card without the payer, once a payment that saves it is paid. */
export function savedCardOf({ recurring, status, card }: Payment) {
  if (!recurring || status !== 'paid' || card?.chargeToken === undefined) return null;
  return { token: card.chargeToken, maskedPan: card.maskedPan, expiry: card.expiry };
}
