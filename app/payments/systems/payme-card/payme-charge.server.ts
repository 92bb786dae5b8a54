import { z } from 'zod';
import type { Queryable } from '#base/db/db.server.ts';
import type { TaxItem } from '../../payment-lines.ts';
import { type ProviderPayment, ProviderRefusal } from '../../payment-system.server.ts';
import type { OwnPayment } from '../own-payment-store.server.ts';
import type { PaymeApi } from '../payme/payme-api.server.ts';
import { fiscalDetail } from '../payme/payme-fiscal.server.ts';
import { paymeReceipt, receiptStates } from '../payme/payme-receipt.server.ts';
import { readPaymeCard, readPaymeReceipt, reportPaymeCard, reportReceipt } from './payme-card-report.server.ts';
import { beginCharge, endCharge, nameReceipt, noteChargedCard } from './payme-receipt-store.server.ts';

export interface PaymeCharging {
  readonly db: Queryable;
  readonly api: PaymeApi;
  /** What the operator's configuration calls all that is sold; null: nothing. */
  readonly taxItem: TaxItem | null;
}

/** Payme's own limit for a bank is below that. */
const chargeMilliseconds = 25_000;

const checkedCard = z.object({ card: z.object({ number: z.string().max(40), verify: z.boolean() }) });

const descriptions: Readonly<Record<string, string>> = { donation: 'Поддержка автора', order: 'Заказ' };

/** Masked number of a token's card, which its payer has confirmed (https://developer.help.paycom.uz/metody-subscribe-api/cards.check). */
async function maskOf(api: PaymeApi, token: string): Promise<string> {
  const { card } = await api('cards.check', { token }, checkedCard);
  if (!card.verify) throw new ProviderRefusal('NotVerified', 422, 'the card is not confirmed');
  // A full number is stored nowhere, whatever Payme answers.
  return card.number.replace(/^(\d{6})\d+(\d{4})$/, '$1******$2');
}

/** The payment's only receipt (https://developer.help.paycom.uz/metody-subscribe-api/receipts.create). One whose answer is lost is never paid. */
async function receiptOf({ db, api, taxItem }: PaymeCharging, payment: OwnPayment): Promise<string> {
  const { paymentId, providerId, kind, amount } = payment;
  const params = {
    amount,
    account: { payment: providerId },
    description: descriptions[kind] ?? 'Оплата',
    ...fiscalDetail(payment, taxItem),
  };
  const { receipt } = await api('receipts.create', params, paymeReceipt);
  return nameReceipt(db, paymentId, receipt._id);
}

/** Everything before the money: whatever fails here has taken nothing. */
async function prepare(
  charging: PaymeCharging,
  payment: OwnPayment,
  asked: { readonly token: string; readonly charge: number; readonly receiptId: string | null },
): Promise<string> {
  const { db, api } = charging;
  const { token, charge, receiptId } = asked;
  try {
    const mask = await maskOf(api, token);
    await noteChargedCard(db, payment.paymentId, { charge, mask });
    return receiptId ?? (await receiptOf(charging, payment));
  } catch (error) {
    await endCharge(db, payment.paymentId, { charge, failure: null });
    throw error;
  }
}

/**
 * Charges the card of a token with a payment once, however often it is called (https://developer.help.paycom.uz/metody-subscribe-api/receipts.pay): the
 * payment has one receipt, and Payme pays a receipt once. Whatever Payme answers, the state of the receipt decides; a refused card ends the payment.
 */
export async function chargePaymeCard(charging: PaymeCharging, id: string, token: string): Promise<ProviderPayment> {
  const { db, api } = charging;
  const { payment } = await readPaymeCard(db, id);
  const begun = await beginCharge(db, payment.paymentId);
  if (begun === null) return reportPaymeCard(db, api, id);
  const charge = begun.charges;
  const receiptId = await prepare(charging, payment, { token, charge, receiptId: begun.id });
  try {
    const { receipt } = await api('receipts.pay', { id: receiptId, token }, paymeReceipt, chargeMilliseconds);
    return reportReceipt(await readPaymeCard(db, id), receipt);
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || error.status !== 402) throw error;
    const receipt = await readPaymeReceipt(api, receiptId);
    const isUnpaid = receipt.state === receiptStates.created || receipt.state === receiptStates.cancelled;
    if (isUnpaid) await endCharge(db, payment.paymentId, { charge, failure: error.code });
    return reportReceipt(await readPaymeCard(db, id), receipt);
  }
}
