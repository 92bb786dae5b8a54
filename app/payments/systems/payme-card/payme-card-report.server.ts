import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { cardSystemOf } from '../../card-number.ts';
import {
  type ProviderPayment,
  ProviderRefusal,
  ProviderUnavailable,
  type RefusedCard,
} from '../../payment-system.server.ts';
import { type OwnPayment, readOwnPayment } from '../own-payment-store.server.ts';
import type { PaymeApi } from '../payme/payme-api.server.ts';
import { type PaymeReceipt, paymeReceipt, receiptStates } from '../payme/payme-receipt.server.ts';
import { type PaymeReceiptRow, readReceipt } from './payme-receipt-store.server.ts';

const sum = 860;

/** The own payment of an id, with what is known of its receipt. Throws `NotFound`. */
export async function readPaymeCard(
  db: Queryable,
  id: string,
): Promise<{ readonly payment: OwnPayment; readonly row: PaymeReceiptRow | null }> {
  const payment = await readOwnPayment(db, 'payme-card', id);
  if (payment === null) throw new ProviderRefusal('NotFound', 404, 'there is no such payment');
  return { payment, row: await readReceipt(db, payment.paymentId) };
}

const underWay = () => new ProviderUnavailable('a charge is under way at Payme');

/** Throws `ProviderUnavailable` while a charge may still take the money. */
function unpaidStatus(payment: OwnPayment, row: PaymeReceiptRow | null): ProviderPayment['status'] {
  if (row?.failure) return 'failed';
  if (row?.isCharging) throw underWay();
  return row?.isLeft || payment.isOver ? 'expired' : 'created';
}

/** The status that a receipt at Payme means. Throws `ProviderUnavailable` for one whose outcome is not known yet. */
function statusOf(receipt: PaymeReceipt, payment: OwnPayment, row: PaymeReceiptRow | null): ProviderPayment['status'] {
  const { state, pay_time: paidAt } = receipt;
  if (state === receiptStates.paid) return 'paid';
  // In the queue of cancellations stands also what was never paid.
  if (state === receiptStates.cancelling && paidAt > 0) return 'paid';
  if (state === receiptStates.cancelled) return paidAt > 0 ? 'refunded' : 'failed';
  if (state === receiptStates.created) return unpaidStatus(payment, row);
  if (state === receiptStates.onHold) return 'created';
  throw underWay();
}

function refusalsOf({ failure, cardMask }: PaymeReceiptRow): RefusedCard[] {
  const prefix = /^\d{4,6}/.exec(cardMask ?? '')?.[0];
  return failure === null || prefix === undefined ? [] : [{ system: cardSystemOf(prefix)?.name ?? 'card', prefix }];
}

/**
 * What Payme says of a payment; `receipt` null: no receipt has been created, so nothing can be paid. Throws `ProviderUnavailable` while a charge
 * is under way.
 */
export function reportReceipt(
  { payment, row }: { readonly payment: OwnPayment; readonly row: PaymeReceiptRow | null },
  receipt: PaymeReceipt | null,
): ProviderPayment {
  const { providerId: id, reference, amount, currency } = payment;
  const status = receipt === null ? unpaidStatus(payment, row) : statusOf(receipt, payment, row);
  const isForeign = receipt?.currency !== undefined && receipt.currency !== sum;
  return {
    system: 'payme-card',
    id,
    reference,
    status,
    amount: minor(receipt?.amount ?? amount),
    currency: isForeign ? String(receipt.currency) : currency,
    cardPrefix: /^\d{4}/.exec(row?.cardMask ?? '')?.[0] ?? null,
    refusals: row === null ? [] : refusalsOf(row),
    refundedAmount: null,
    failure: row?.failure ?? null,
    isGivingBack: status === 'paid' && receipt?.state === receiptStates.cancelling,
    ...(receipt?.state === receiptStates.onHold && { problem: `OnHold ${receipt._id}` as const }),
  };
}

export async function readPaymeReceipt(api: PaymeApi, id: string): Promise<PaymeReceipt> {
  return (await api('receipts.get', { id }, paymeReceipt)).receipt;
}

/** What has become of a payment. Without a receipt Payme is not asked. */
export async function reportPaymeCard(db: Queryable, api: PaymeApi, id: string): Promise<ProviderPayment> {
  const known = await readPaymeCard(db, id);
  const receiptId = known.row?.id ?? null;
  if (receiptId === null) return reportReceipt(known, null);
  const receipt = await readPaymeReceipt(api, receiptId);
  // A refusal that was noted while Payme answered belongs to the answer.
  return reportReceipt(await readPaymeCard(db, id), receipt);
}
