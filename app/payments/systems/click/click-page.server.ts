import type { Database } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import type { PaymentSystem } from '../../payment-system.server.ts';
import type { CallbackAddresses } from '../callback-addresses.server.ts';
import { openLocally } from '../local-payments.server.ts';
import { sumText } from './click-amount.ts';
import { type ClickApiOptions, createClickApi } from './click-api.server.ts';
import { clickBooks } from './click-books.server.ts';
import { registerClick } from './click-callback.server.ts';
import { createClickMerchant } from './click-merchant.server.ts';
import { clickReceipts } from './click-receipts.server.ts';
import { askClick, isRefusedByClick, refundClick } from './click-report.server.ts';

export interface ClickOptions extends CallbackAddresses {
  readonly db: Database;
  readonly serviceId: string;
  readonly merchantId: string;
  readonly userId: string;
  /** The key that signs its calls and ours; several by commas while it is being changed. */
  readonly key: string;
  /** Address of Click's page. */
  readonly payUrl: string;
  /** Address of its Merchant API. */
  readonly apiUrl: string;
  /** The operator's TIN or PINFL, under which fiscal receipts are requested; null, by default: none are, and only Click's own are read. */
  readonly taxNumber?: string | null;
  readonly answered?: ClickApiOptions['answered'];
}

/**
 * Click's page, where the payer pays with the app or a card (https://docs.click.uz/en/click-button/). Click calls our Shop API, and is asked
 * about what its calls leave open.
 */
export function createClick({
  db,
  serviceId,
  merchantId,
  userId,
  key,
  payUrl,
  apiUrl,
  taxNumber = null,
  addresses,
  answered,
}: ClickOptions): PaymentSystem {
  const api = createClickApi({ url: apiUrl, serviceId, userId, key, answered });
  const addressOf = (id: string, amount: Minor, returnUrl: string) => {
    const bill = { service_id: serviceId, merchant_id: merchantId, amount: sumText(amount), transaction_param: id };
    return `${payUrl}?${new URLSearchParams({ ...bill, return_url: returnUrl })}`;
  };
  return {
    name: 'click',
    way: 'redirect',
    browserOrigins: [],
    books: clickBooks(db, api),
    asksFirst: true,
    refundsParts: false,
    takesLines: taxNumber !== null,
    receipts: clickReceipts({ db, api, taxNumber }),
    async open(payment) {
      const { id, expiresAt } = await openLocally(db, 'click', payment);
      return { id, expiresAt, payerUrl: addressOf(id, payment.amount, payment.returnUrl) };
    },
    ask: (id) => askClick(db, id, api),
    isRefused: (id) => isRefusedByClick(db, id),
    refund: (id) => refundClick(db, id, api),
    register: (scope, payments) =>
      registerClick(scope, { serviceId, key, addresses, acts: createClickMerchant(payments) }),
  };
}
