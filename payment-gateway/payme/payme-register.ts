import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { PaymentFailure } from '../failures.ts';
import { isWaiting, type PaymeBooks, type Transaction } from './payme-books.ts';
import type { PaymeCheckout } from './payme-checkout.ts';
import type { MerchantAnswer, PaymeMerchant } from './payme-merchant.ts';

/** The body of POST /payme/control/faults; an omitted member returns to its default. */
export const PaymeFaults = z.strictObject({
  /** `down`: the pages answer 503 and the merchant is not called. `lie-amount`: one tiyin too many. */
  mode: z.enum(['ok', 'down', 'lie-amount', 'lie-account']).default('ok'),
});
type PaymeFaults = z.infer<typeof PaymeFaults>;

const retryPauses = [200, 500, 1_000, 2_000, 5_000, 15_000];
const latePause = 20_000;
const downPause = 500;

/** Reasons of a cancellation (https://developer.help.paycom.uz/metody-merchant-api/tipy-dannykh/). */
const reasons = { failed: 3, refund: 5 } as const;

const State = z.object({ state: z.int() });

interface PaymeRegisterOptions {
  readonly books: PaymeBooks;
  readonly merchant: PaymeMerchant;
}

/**
 * The cash register: takes each transaction through `CreateTransaction`, the payer's money and `PerformTransaction`, or through
 * `CancelTransaction`. A call without an answer is repeated; each answered one is sent once more, as Payme's own sandbox does, and a second
 * answer that differs is noted.
 */
export class PaymeRegister {
  readonly #options: PaymeRegisterOptions;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #unequal: string[] = [];
  #faults: PaymeFaults = { mode: 'ok' };
  #isClosing = false;

  constructor(options: PaymeRegisterOptions) {
    this.#options = options;
  }

  get faults(): PaymeFaults {
    return this.#faults;
  }

  /** Calls that were answered differently when they were repeated. */
  get unequal(): readonly string[] {
    return this.#unequal;
  }

  setFaults(faults: PaymeFaults): void {
    this.#faults = faults;
  }

  /** Goes on with what an earlier process has left. */
  resume(): void {
    for (const transaction of this.#options.books.all()) this.#schedule(transaction);
  }

  /** Whether the merchant lets the bill be paid; null: yes, else its message. */
  async check({ account, amount, language }: PaymeCheckout): Promise<string | null> {
    const params = { amount, account: { payment: account } };
    const answer = await this.#options.merchant.call('CheckPerformTransaction', params, language);
    return answer.kind === 'result' ? null : answer.message;
  }

  /** Begins a transaction. `late`: the merchant is notified of the payment only later. */
  async pay(checkout: PaymeCheckout, isLate: boolean): Promise<Transaction> {
    const now = Date.now();
    const { account, amount, returnUrl, language } = checkout;
    const transaction: Transaction = {
      ...{ id: randomBytes(12).toString('hex'), account, amount, returnUrl, language },
      ...{ state: 'creating', reason: null, time: now, dueAt: now, attempts: 0, note: '' },
    };
    this.#options.books.commit(transaction);
    return this.#finish(transaction, isLate);
  }

  /** Goes on until the transaction is final, is to wait, or the merchant does not answer. */
  async #finish(begun: Transaction, isLate: boolean): Promise<Transaction> {
    let transaction = begun;
    while (isWaiting(transaction) && transaction.attempts === 0) {
      await this.#advance(transaction.id);
      transaction = this.require(transaction.id);
      if (!isLate || transaction.state !== 'held') continue;
      this.#commit({ ...transaction, dueAt: Date.now() + latePause });
      break;
    }
    return this.require(transaction.id);
  }

  /** The operator refunds a paid transaction in the cabinet. */
  async refund(id: string): Promise<void> {
    const transaction = this.require(id);
    if (transaction.state !== 'paid') throw new PaymentFailure('NotPaid');
    this.#commit({ ...transaction, state: 'refunding', reason: reasons.refund, dueAt: Date.now(), attempts: 0 });
    await this.#advance(id);
  }

  /** Calls the merchant now instead of later. */
  async hurry(id: string): Promise<void> {
    await this.#advance(this.require(id).id);
  }

  /** Throws `NotFound`. */
  require(id: string): Transaction {
    const found = this.#options.books.transaction(id);
    if (found === undefined) throw new PaymentFailure('NotFound');
    return found;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.allSettled(this.#underWay.values());
  }

  #commit(transaction: Transaction): void {
    this.#options.books.commit(transaction);
    this.#schedule(transaction);
  }

  #schedule(transaction: Transaction): void {
    clearTimeout(this.#timers.get(transaction.id));
    if (!isWaiting(transaction) || this.#isClosing) return;
    const wait = Math.max(0, transaction.dueAt - Date.now());
    this.#timers.set(
      transaction.id,
      setTimeout(() => void this.#advance(transaction.id), wait),
    );
  }

  /** One step of a transaction; of two at once for one transaction, one is made. */
  async #advance(id: string): Promise<void> {
    const running = this.#underWay.get(id);
    if (running !== undefined) return running;
    const step = this.#step(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, step);
    return step;
  }

  async #step(id: string): Promise<void> {
    const transaction = this.require(id);
    if (!isWaiting(transaction) || this.#isClosing) return;
    clearTimeout(this.#timers.get(id));
    if (this.#faults.mode === 'down') {
      this.#commit({ ...transaction, dueAt: Date.now() + downPause });
      return;
    }
    await this.#options.books.settled();
    const answer = await this.#notify(transaction);
    const now = Date.now();
    const attempts = transaction.attempts + 1;
    if (answer.kind === 'silence') {
      const pause = retryPauses[Math.min(attempts, retryPauses.length) - 1] ?? 15_000;
      this.#commit({ ...transaction, attempts, dueAt: now + pause, note: answer.message });
      return;
    }
    const note = answer.kind === 'error' ? answer.message : '';
    this.#commit({ ...transaction, ...nextOf(transaction, answer), attempts: 0, dueAt: now, note });
  }

  /** Calls the merchant twice, so that a call that is not safe to repeat is found. */
  async #notify(transaction: Transaction): Promise<MerchantAnswer> {
    const [method, params] = this.#callOf(transaction);
    const answer = await this.#options.merchant.call(method, params, transaction.language);
    if (answer.kind !== 'result') return answer;
    const again = await this.#options.merchant.call(method, params, transaction.language);
    const isEqual = again.kind === 'silence' || (again.kind === 'result' && again.text === answer.text);
    if (!isEqual) this.#unequal.push(`${method} ${transaction.id}`);
    return answer;
  }

  #callOf({ id, state, time, amount, account, reason }: Transaction): [method: string, params: unknown] {
    if (state === 'held') return ['PerformTransaction', { id }];
    if (state !== 'creating') return ['CancelTransaction', { id, reason }];
    const { mode } = this.#faults;
    const claimed = mode === 'lie-account' ? `${account}-other` : account;
    const sum = mode === 'lie-amount' ? amount + 1 : amount;
    return ['CreateTransaction', { id, time, amount: sum, account: { payment: claimed } }];
  }
}

/** The state after an answer of the merchant. */
function nextOf(
  { state }: Transaction,
  answer: Exclude<MerchantAnswer, { kind: 'silence' }>,
): Pick<Transaction, 'state'> & Partial<Pick<Transaction, 'reason'>> {
  if (answer.kind === 'error') {
    if (state === 'creating') return { state: 'refused' };
    if (state === 'held') return { state: 'cancelling', reason: reasons.failed };
    return { state: state === 'refunding' ? 'paid' : 'cancelled' };
  }
  if (state === 'creating') return { state: 'held' };
  if (state === 'held') return { state: 'paid' };
  const given = State.safeParse(answer.result);
  return { state: given.data?.state === -2 ? 'refunded' : 'cancelled' };
}
