import type { Sealer } from '#base/config/secrets.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import type { TaxItem } from '../../payment-lines.ts';
import { type ProviderPayment, ProviderRefusal, ProviderUnavailable } from '../../payment-system.server.ts';
import type { OwnPayment } from '../own-payment-store.server.ts';
import type { PaymeApi } from '../payme/payme-api.server.ts';
import { closedPayment, impossible } from '../payme/payme-errors.ts';
import { fiscalDetail } from '../payme/payme-fiscal.server.ts';
import { paymeReceipt, receiptStates } from '../payme/payme-receipt.server.ts';
import { readPaymeCard, readPaymeReceipt, reportPaymeCard, reportReceipt } from './payme-card-report.server.ts';
import { checkAndKeep } from './payme-checked-card.server.ts';
import { beginCharge, endCharge, nameReceipt, noteChargedCard } from './payme-receipt-store.server.ts';

export interface PaymeCharging {
  readonly db: Queryable;
  readonly api: PaymeApi;
  /** What the operator's configuration calls all that is sold; null: nothing. */
  readonly taxItem: TaxItem | null;
  /** Of the tokens of saved cards. */
  readonly sealer: Sealer;
}

/** Payme's own limit for a bank is below that. */
const chargeMilliseconds = 25_000;

const descriptions: Readonly<Record<string, string>> = { donation: 'Поддержка автора', order: 'Заказ' };

const ownRefusals = [closedPayment(), impossible()].map(({ code }) => String(code));

/** Payme passes on what its call of our endpoint was refused with: what is paid for takes no money any more, and no card is at fault. */
const isOwnRefusal = ({ code }: ProviderRefusal) => ownRefusals.includes(code);

const takesNoMoney = () => new ProviderRefusal('Closed', 409, 'what is paid for takes no money any more');

/** The payment's only receipt (https://developer.help.paycom.uz/metody-subscribe-api/receipts.create). One whose answer is lost is never paid. */
async function receiptOf({ db, api, taxItem }: PaymeCharging, payment: OwnPayment): Promise<string> {
  const { paymentId, providerId, kind, amount } = payment;
  const params = {
    amount,
    account: { payment: providerId },
    description: descriptions[kind] ?? 'Оплата',
    ...fiscalDetail(payment, taxItem),
  };
  const { receipt } = await api('receipts.create', params, paymeReceipt).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusal) || error.status !== 402) throw error;
    if (isOwnRefusal(error)) throw takesNoMoney();
    // What Payme refuses is the register or its items, not the payer's card.
    throw new ProviderUnavailable(error.message);
  });
  return nameReceipt(db, paymentId, receipt._id);
}

/** Everything before the money: whatever fails here has taken nothing. Null: an earlier charge has decided about the receipt. */
async function prepare(
  charging: PaymeCharging,
  payment: OwnPayment,
  asked: { readonly token: string; readonly charge: number; readonly receiptId: string | null },
): Promise<string | null> {
  const { db, api } = charging;
  const { token, charge, receiptId } = asked;
  try {
    if (receiptId !== null && (await readPaymeReceipt(api, receiptId)).state !== receiptStates.created) {
      await endCharge(db, payment.paymentId, { charge, failure: null });
      return null;
    }
    const { mask } = await checkAndKeep(charging, payment.providerId, token);
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
  if (receiptId === null) return reportPaymeCard(db, api, id);
  try {
    const { receipt } = await api('receipts.pay', { id: receiptId, token }, paymeReceipt, chargeMilliseconds);
    return reportReceipt(await readPaymeCard(db, id), receipt);
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || error.status !== 402) throw error;
    const receipt = await readPaymeReceipt(api, receiptId);
    const isUnpaid = receipt.state === receiptStates.created || receipt.state === receiptStates.cancelled;
    const isOwn = isOwnRefusal(error);
    if (isUnpaid) await endCharge(db, payment.paymentId, { charge, failure: isOwn ? null : error.code });
    if (isUnpaid && isOwn) throw takesNoMoney();
    return reportReceipt(await readPaymeCard(db, id), receipt);
  }
}
