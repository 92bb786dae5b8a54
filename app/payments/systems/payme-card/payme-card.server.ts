import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Sealer } from '#base/config/secrets.server.ts';
import type { Database } from '#base/db/db.server.ts';
import type { TaxItem } from '../../payment-lines.ts';
import {
  type PaymentSystem,
  type ProviderPayment,
  ProviderRefusal,
  ProviderUnavailable,
} from '../../payment-system.server.ts';
import type { CallbackAddresses } from '../callback-addresses.server.ts';
import { openLocally } from '../local-payments.server.ts';
import { createPaymeApi, type PaymeAccount, type PaymeApi } from '../payme/payme-api.server.ts';
import { paymeBooks } from '../payme/payme-books.server.ts';
import { registerPaymeMerchant } from '../payme/payme-merchant.server.ts';
import { type PaymeReceipt, paymeReceipt, receiptStates } from '../payme/payme-receipt.server.ts';
import { paymeCardRegister } from './payme-card-register.server.ts';
import { readPaymeCard, readPaymeReceipt, reportPaymeCard, reportReceipt } from './payme-card-report.server.ts';
import { chargePaymeCard, type PaymeCharging } from './payme-charge.server.ts';
import { leaveReceipt } from './payme-receipt-store.server.ts';
import { paymeSavedCards } from './payme-saved-cards.server.ts';
import { awaitCard } from './saved-card-store.server.ts';

export interface PaymeCardOptions extends PaymeAccount, CallbackAddresses {
  readonly db: Database;
  /** What the operator's configuration calls all that is sold; absent or null: nothing. */
  readonly taxItem?: TaxItem | null;
  /** Of the tokens of saved cards. */
  readonly sealer: Sealer;
}

const looksAtQueue = 4;
const lookMilliseconds = 400;

/** Puts a paid receipt into Payme's queue of cancellations, and waits a moment for its end. */
async function cancel(api: PaymeApi, id: string): Promise<PaymeReceipt> {
  let { receipt } = await api('receipts.cancel', { id }, paymeReceipt);
  for (let look = 0; look < looksAtQueue && receipt.state === receiptStates.cancelling; look += 1) {
    await pause(lookMilliseconds);
    receipt = await readPaymeReceipt(api, id);
  }
  return receipt;
}

/** Refunds a whole payment once (https://developer.help.paycom.uz/metody-subscribe-api/receipts.cancel). A refund in the queue is under way. */
async function refund(db: Database, api: PaymeApi, id: string): Promise<ProviderPayment> {
  const known = await readPaymeCard(db, id);
  const receiptId = known.row?.id ?? null;
  if (receiptId === null) throw new ProviderRefusal('NotPaid', 409, 'Payme has taken no money');
  const receipt = await readPaymeReceipt(api, receiptId);
  const isTaken = receipt.state === receiptStates.paid;
  const report = reportReceipt(known, isTaken ? await cancel(api, receiptId) : receipt);
  if (report.status === 'refunded') return report;
  if (report.status === 'paid') throw new ProviderUnavailable('Payme has not finished the refund');
  throw new ProviderRefusal('NotPaid', 409, 'Payme has taken no money');
}

/**
 * Cards by Payme's Subscribe API (https://help.paycom.uz/ru/protokol-subscribe-api). The payer's browser turns the card into a token at Payme;
 * the server charges the token, so that it never sees a card. Only what Payme is asked for is settled; its calls report fiscal receipts, and that
 * something has changed.
 */
export function createPaymeCard({
  db,
  taxItem = null,
  sealer,
  addresses,
  ...account
}: PaymeCardOptions): PaymentSystem {
  const api = createPaymeApi(account);
  const { id: publicKey, key, url } = account;
  const charging: PaymeCharging = { db, api, taxItem, sealer };
  const ask = (id: string) => reportPaymeCard(db, api, id);
  return {
    name: 'payme-card',
    way: 'card',
    publicKey,
    asksFirst: false,
    refundsParts: false,
    takesLines: true,
    browserOrigins: [new URL(url).origin],
    books: paymeBooks(api),
    async open(payment) {
      const { id, expiresAt } = await openLocally(db, 'payme-card', payment);
      if (payment.savesCard) await awaitCard(db, id, expiresAt);
      // The fragment names the payment for our own call; browsers do not send it to Payme.
      return { id, expiresAt, payerUrl: `${url}#${id}` };
    },
    ask,
    // There is no such receipt, which is an answer too.
    probe: () => api('receipts.check', { id: '0'.repeat(24) }, z.object({ state: z.number() })),
    async leave(id) {
      const { payment } = await readPaymeCard(db, id);
      await leaveReceipt(db, payment.paymentId);
      const report = await ask(id);
      if (report.status === 'created') throw new ProviderUnavailable('Payme may still take the money');
      return report;
    },
    confirm: (id, token) => chargePaymeCard(charging, id, token),
    saved: paymeSavedCards(charging),
    refund: (id) => refund(db, api, id),
    register: (routes, payments) =>
      registerPaymeMerchant(routes, { db, payments, register: paymeCardRegister, key, addresses, taxItem }),
  };
}
