import { z } from 'zod';
import type { EarlierPayment } from '../earlier-books.ts';
import { type Bill, begun, earlier, HostedBooks } from '../hosted/hosted-books.ts';
import { HostedFaults } from '../hosted/hosted-faults.ts';
import type { PayAct } from '../hosted/hosted-page.ts';
import { HostedRegister, type MerchantAnswer } from '../hosted/hosted-register.ts';
import type { ClickMerchant } from './click-merchant.ts';
import { ClickTransaction } from './click-transaction.ts';

/** The body of POST /click/control/faults; an omitted member returns to its default. */
const ClickFaults = z.strictObject({
  /**
   * `down`: pages and Merchant API answer 503 and the merchant is not called. `silent`: the Merchant API does its work and never answers.
   * `lie-amount`: one tiyin too many. `refuse-reversal`: no payment is given back.
   */
  mode: z.enum(['ok', 'down', 'silent', 'lie-amount', 'refuse-reversal']).default('ok'),
});
type ClickFaults = z.infer<typeof ClickFaults>;

const Prepared = z.object({ merchant_prepare_id: z.int() });

let lastId = 0;

/** Click's number of the payment of a transaction. */
const paydocOf = (id: number) => id + 1_000_000_000_000;

/** The register of a service: Prepare, the payer's money, Complete. */
export class ClickRegister extends HostedRegister<ClickTransaction, ClickFaults> {
  /** The pages of fiscal receipts by the payment's number. */
  readonly receipts = new Map<number, string>();
  /** The payment's number of each request for one that was taken. */
  readonly receiptRequests: number[] = [];

  constructor(merchant: ClickMerchant) {
    super({
      books: new HostedBooks(ClickTransaction),
      faults: new HostedFaults(ClickFaults),
      notify: (transaction) => merchant.notify(transaction, this.faults.is('lie-amount') ? 1 : 0),
      next: nextOf,
    });
  }

  /** Begins a transaction of a bill. */
  begin(bill: Bill, act: PayAct): Promise<ClickTransaction> {
    lastId = Math.max(lastId + 1, Date.now());
    const paydoc = paydocOf(lastId);
    return this.pay(
      { ...begun(String(lastId), bill), paydoc, prepareId: null, isPoor: act === 'poor' },
      act === 'late',
    );
  }

  /** Enters a payment that is older than the books. The merchant's number of it is not needed any more. */
  enter(payment: EarlierPayment): void {
    const paydoc = paydocOf(Number(payment.id));
    this.books.enter(payment, () => ({ ...earlier(payment), paydoc, prepareId: null, isPoor: false }));
  }

  /** The newest transaction of a merchant's payment. */
  latestOf(account: string): ClickTransaction | undefined {
    return this.books.all().findLast((transaction) => transaction.account === account);
  }
}

/** The transaction after an answer of the merchant. */
function nextOf(transaction: ClickTransaction, answer: Exclude<MerchantAnswer, { kind: 'silence' }>): ClickTransaction {
  const { state, isPoor } = transaction;
  if (state !== 'creating') {
    return { ...transaction, state: state === 'held' && answer.kind === 'result' ? 'paid' : 'cancelled' };
  }
  const prepared = answer.kind === 'result' ? Prepared.safeParse(answer.result) : null;
  if (!prepared?.success) return { ...transaction, state: 'refused' };
  const { merchant_prepare_id: prepareId } = prepared.data;
  return { ...transaction, state: isPoor ? 'cancelling' : 'held', prepareId };
}
