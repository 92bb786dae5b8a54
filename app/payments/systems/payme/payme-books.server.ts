import { z } from 'zod';
import { minor } from '#base/money/money.ts';
import { ProviderUnavailable } from '../../payment-system.server.ts';
import type { BookedPayment, SystemBooks } from '../system-books.server.ts';
import type { PaymeApi } from './payme-api.server.ts';
import { paymeReceipt, receiptStates } from './payme-receipt.server.ts';

/** The most receipts of one answer. */
const page = 50;

const listedReceipt = paymeReceipt.shape.receipt.extend({
  account: z
    .array(z.object({ name: z.string(), value: z.unknown() }))
    .nullish()
    .transform((members) => members ?? []),
});
type ListedReceipt = z.output<typeof listedReceipt>;

const sum = 860;

/** A receipt that is or was cancelled before it was paid has taken nothing. */
function stateOf({ state, pay_time: paidAt }: ListedReceipt): BookedPayment['state'] {
  if (state === receiptStates.paid) return 'paid';
  if (paidAt === 0) return 'unpaid';
  if (state === receiptStates.cancelling) return 'refunding';
  return state === receiptStates.cancelled ? 'refunded' : 'unpaid';
}

function bookedOf(receipt: ListedReceipt): BookedPayment {
  const { _id: id, account, amount, currency } = receipt;
  const named = account.find(({ name }) => name === 'payment')?.value;
  return {
    id,
    providerId: typeof named === 'string' ? named : null,
    state: stateOf(receipt),
    amount: minor(amount),
    currency: currency === undefined || currency === sum ? 'UZS' : String(currency),
    refunded: null,
  };
}

/**
 * The receipts of a cash register (https://developer.help.paycom.uz/metody-subscribe-api/receipts.get_all), by page and by card alike. A receipt that
 * stands on two pages, because another one has come meanwhile, is given once.
 */
export function paymeBooks(api: PaymeApi): SystemBooks {
  return {
    kind: 'list',
    async *list({ from, to }) {
      const seen = new Set<string>();
      for (let offset = 0; ; offset += page) {
        const params = { count: page, from: from.getTime(), to: to.getTime(), offset };
        const receipts = await api('receipts.get_all', params, z.array(listedReceipt));
        const fresh = receipts.filter(({ _id: id }) => !seen.has(id));
        for (const receipt of fresh) {
          seen.add(receipt._id);
          yield bookedOf(receipt);
        }
        if (receipts.length < page) return;
        if (fresh.length === 0) throw new ProviderUnavailable('Payme answers the same receipts again and again');
      }
    },
  };
}
