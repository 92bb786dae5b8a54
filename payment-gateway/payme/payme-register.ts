import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { EarlierPayment } from '../earlier-books.ts';
import { type Bill, begun, earlier, HostedBooks, isWaiting, Transaction } from '../hosted/hosted-books.ts';
import { HostedFaults } from '../hosted/hosted-faults.ts';
import type { PayAct } from '../hosted/hosted-page.ts';
import { HostedRegister, type MerchantAnswer } from '../hosted/hosted-register.ts';
import { faultOfDetail } from './payme-detail.ts';
import { fiscalDataOf } from './payme-fiscal-data.ts';
import type { PaymeMerchant } from './payme-merchant.ts';

/** A transaction in Payme's books. */
export const PaymeTransaction = Transaction.extend({
  /** Why it is or was cancelled, in Payme's numbers. */
  reason: z.int().nullable(),
  /** When the merchant cancelled or refunded it; 0: it has not. */
  cancelTime: z.number().default(0),
  /** The fiscal receipt of what has happened last: `unknown` until the merchant has answered whether there is one; `due`: to be reported. */
  fiscal: z.enum(['unknown', 'none', 'due', 'reported']).default('none'),
});
export type PaymeTransaction = z.infer<typeof PaymeTransaction>;

/** The body of POST /payme/control/faults; an omitted member returns to its default. */
const PaymeFaults = z.strictObject({
  /** `down`: the pages answer 503 and the merchant is not called. `lie-amount`: one tiyin too many. */
  mode: z.enum(['ok', 'down', 'lie-amount', 'lie-account']).default('ok'),
});
type PaymeFaults = z.infer<typeof PaymeFaults>;

/** Reasons of a cancellation (https://developer.help.paycom.uz/metody-merchant-api/tipy-dannykh/). */
export const reasons = { failed: 3, refund: 5 } as const;

const Cancelled = z.object({ state: z.int(), cancel_time: z.number() });
const Allowed = z.object({ detail: z.unknown().optional() });

/**
 * The cash register: `CheckPerformTransaction`, `CreateTransaction`, the payer's money and `PerformTransaction`, or `CancelTransaction`; after
 * a payment with lines of a receipt, and after its refund, `SetFiscalData`.
 */
export class PaymeRegister extends HostedRegister<PaymeTransaction, PaymeFaults> {
  readonly #merchant: PaymeMerchant;

  constructor(merchant: PaymeMerchant) {
    super({
      books: new HostedBooks(PaymeTransaction),
      faults: new HostedFaults(PaymeFaults),
      notify: (transaction) => merchant.call(...this.#callOf(transaction), transaction.language),
      next: (transaction, answer) => ({ ...transaction, ...nextOf(transaction, answer) }),
    });
    this.#merchant = merchant;
  }

  /** Whether the merchant lets the bill be paid; null: yes, else its message. */
  async check({ account, amount, language }: Bill): Promise<string | null> {
    const params = { amount, account: { payment: account } };
    const answer = await this.#merchant.call('CheckPerformTransaction', params, language);
    if (answer.kind !== 'result') return answer.message;
    return faultOfDetail(Allowed.parse(answer.result).detail, amount);
  }

  /** Begins a transaction of a bill. A card without money fails once the merchant has the transaction. */
  begin(bill: Bill, act: PayAct): Promise<PaymeTransaction> {
    const transaction = begun(randomBytes(12).toString('hex'), bill);
    const reason = act === 'poor' ? reasons.failed : null;
    return this.pay({ ...transaction, reason, cancelTime: 0, fiscal: 'unknown' }, act === 'late');
  }

  /** Enters a payment that is older than the books. */
  enter(payment: EarlierPayment): void {
    const { refundedAt } = payment;
    const reason = refundedAt === null ? null : reasons.refund;
    const cancelTime = refundedAt === null ? 0 : Date.parse(refundedAt);
    this.books.enter(payment, () => ({ ...earlier(payment), reason, cancelTime, fiscal: 'none' }));
  }

  override isWaiting(transaction: PaymeTransaction): boolean {
    return isWaiting(transaction) || isReportDue(transaction);
  }

  /** Another attempt to pay the same bill may begin after it was allowed. */
  protected override isRepeatable(transaction: PaymeTransaction): boolean {
    return !isUnchecked(transaction);
  }

  #callOf(transaction: PaymeTransaction): [method: string, params: unknown] {
    const { id, state, time, amount, account, reason, cancelTime } = transaction;
    if (isReportDue(transaction)) {
      const isBack = state === 'refunded';
      const registered = { id, type: isBack ? 'CANCEL' : 'PERFORM', time: isBack ? cancelTime : time } as const;
      return ['SetFiscalData', fiscalDataOf(registered)];
    }
    if (isUnchecked(transaction)) {
      return ['CheckPerformTransaction', { amount, account: { payment: account } }];
    }
    if (state === 'held') return ['PerformTransaction', { id }];
    if (state !== 'creating') return ['CancelTransaction', { id, reason }];
    const { mode } = this.faults.current;
    const claimed = mode === 'lie-account' ? `${account}-other` : account;
    const sum = mode === 'lie-amount' ? amount + 1 : amount;
    return ['CreateTransaction', { id, time, amount: sum, account: { payment: claimed } }];
  }
}

/** Whether the merchant has yet to say what the receipt of the payment has to name. */
function isUnchecked({ state, fiscal }: PaymeTransaction): boolean {
  return state === 'creating' && fiscal === 'unknown';
}

/** Whether the merchant has yet to learn of the receipt of a payment or of its refund. */
function isReportDue({ state, fiscal }: PaymeTransaction): boolean {
  return fiscal === 'due' && (state === 'paid' || state === 'refunding' || state === 'refunded');
}

/** The state after an answer of the merchant. */
function nextOf(
  transaction: PaymeTransaction,
  answer: Exclude<MerchantAnswer, { kind: 'silence' }>,
): Partial<Pick<PaymeTransaction, 'state' | 'reason' | 'cancelTime' | 'fiscal'>> {
  const { state, fiscal } = transaction;
  if (isReportDue(transaction)) return { fiscal: 'reported' };
  if (answer.kind === 'error') {
    if (state === 'creating') return { state: 'refused' };
    if (state === 'held') return { state: 'cancelling', reason: reasons.failed };
    return { state: state === 'refunding' ? 'paid' : 'cancelled' };
  }
  if (isUnchecked(transaction)) {
    return { fiscal: Allowed.parse(answer.result).detail === undefined ? 'none' : 'due' };
  }
  if (state === 'creating') return { state: transaction.reason === null ? 'held' : 'cancelling' };
  if (state === 'held') return { state: 'paid' };
  const given = Cancelled.safeParse(answer.result);
  const cancelTime = given.data?.cancel_time ?? Date.now();
  if (given.data?.state !== -2) return { state: 'cancelled', cancelTime };
  return { state: 'refunded', cancelTime, fiscal: fiscal === 'reported' ? 'due' : fiscal };
}
