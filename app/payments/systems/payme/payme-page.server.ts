import type { Database } from '#base/db/db.server.ts';
import type { TaxItem } from '../../payment-lines.ts';
import { type NewProviderPayment, type PaymentSystem, ProviderRefusal } from '../../payment-system.server.ts';
import type { CallbackAddresses } from '../callback-addresses.server.ts';
import { openLocally } from '../local-payments.server.ts';
import { createPaymeApi } from './payme-api.server.ts';
import { paymeBooks } from './payme-books.server.ts';
import { closedPayment } from './payme-errors.ts';
import { registerPaymeMerchant } from './payme-merchant.server.ts';
import type { PaymeRegister } from './payme-register.server.ts';
import { isRefusedByPayme, reportPayme } from './payme-report.server.ts';
import { readTransaction } from './payme-store.server.ts';

export interface PaymeOptions extends CallbackAddresses {
  readonly db: Database;
  /** The id of the cash register. */
  readonly id: string;
  /** Its key, with which Payme calls us; several by commas while it is being changed. */
  readonly key: string;
  /** Address of Payme's page. */
  readonly checkoutUrl: string;
  /** Address of the Subscribe API, which lists the receipts of the cash register. */
  readonly apiUrl: string;
  /** What the operator's configuration calls all that is sold; absent or null: nothing. */
  readonly taxItem?: TaxItem | null;
}

const checkoutOfPayme = /^checkout\.(?:paycom|payme)\.uz$/;

/** Where payments are refunded that were paid on a page: in Payme's cabinet, or at the sandbox or stand-in that has the page. */
export function cabinetBehind(checkoutUrl: string): string {
  return checkoutOfPayme.test(new URL(checkoutUrl).hostname) ? 'https://merchant.payme.uz' : checkoutUrl;
}

/** The cash register of the page: Payme is not asked about a payment, so that its calls alone settle it. */
const pageRegister: PaymeRegister = {
  system: 'payme',
  endpoint: 'Payme',
  async requireOpen({ lock, payment }) {
    if (payment.isOver || !(await lock.isPayable())) throw closedPayment();
  },
  mayPerform: ({ lock }) => lock.isPayable(),
  settle: async ({ tx, lock, payment }) => lock.settle(await reportPayme(tx, payment.providerId)),
  findPayment: (db, id) => readTransaction(db, 'payme', id),
};

/**
 * Payme's page, where the payer pays with the app or a card (https://developer.help.paycom.uz/initsializatsiya-platezhey/). Payme calls our
 * Merchant API: its calls are stored, and `ask` answers from there. Only its list of receipts is asked for, to compare the books.
 */
export function createPayme({
  db,
  id: cashRegister,
  key,
  checkoutUrl,
  apiUrl,
  addresses,
  taxItem = null,
}: PaymeOptions): PaymentSystem {
  /** The address as `otpravka-cheka-po-metodu-get` has it: parameters by semicolons, in Base64. */
  const addressOf = (id: string, { amount, returnUrl, language = 'ru' }: NewProviderPayment) => {
    const parameters = `m=${cashRegister};ac.payment=${id};a=${amount};c=${returnUrl};l=${language}`;
    return `${checkoutUrl}/${Buffer.from(parameters).toString('base64')}`;
  };

  return {
    name: 'payme',
    way: 'redirect',
    browserOrigins: [],
    asksFirst: true,
    refundCabinet: cabinetBehind(checkoutUrl),
    refundsParts: false,
    takesLines: true,
    books: paymeBooks(createPaymeApi({ id: cashRegister, key, url: apiUrl })),
    async open(payment) {
      const { id, expiresAt } = await openLocally(db, 'payme', payment);
      return { id, expiresAt, payerUrl: addressOf(id, payment) };
    },
    ask: (id) => reportPayme(db, id),
    isRefused: (id) => isRefusedByPayme(db, id),
    // The operator refunds in Payme's cabinet, which calls `CancelTransaction`.
    refund: () => Promise.reject(new ProviderRefusal('RefundElsewhere', 409, 'Payme refunds in its cabinet only')),
    register: (api, payments) =>
      registerPaymeMerchant(api, { db, payments, register: pageRegister, key, addresses, taxItem }),
  };
}
