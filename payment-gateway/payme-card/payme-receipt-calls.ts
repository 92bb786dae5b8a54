import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { DueWork, pauseAfter } from '../hosted/due-work.ts';
import type { HostedBooks } from '../hosted/hosted-books.ts';
import type { HostedFaults } from '../hosted/hosted-faults.ts';
import type { MerchantAnswer } from '../hosted/hosted-register.ts';
import { fiscalDataOf } from '../payme/payme-fiscal-data.ts';
import type { PaymeMerchant } from '../payme/payme-merchant.ts';
import {
  type DueCall,
  type PaymeCardEntry,
  PaymeCardError,
  type PaymeCardFaults,
  type PaymeReceipt,
  states,
} from './payme-card-books.ts';

const lookMilliseconds = 200;
const mostTries = 3;
const refundReason = 5;

const Answered = z.object({ state: z.int() });

interface CallsOptions {
  /** Null: the cash register has no endpoint, and nobody is called. */
  readonly merchant: PaymeMerchant | null;
  readonly books: HostedBooks<PaymeCardEntry>;
  readonly faults: HostedFaults<PaymeCardFaults>;
  /** A receipt as it is now. */
  read(id: string): PaymeReceipt;
}

/**
 * The calls of the merchant's endpoint about receipts (https://developer.help.paycom.uz/metody-merchant-api/): before a receipt is created, before its
 * money is taken, after it is paid, when it is cancelled and after that. Each is sent twice, so that one that is not safe to repeat is found.
 */
export class PaymeReceiptCalls {
  readonly #options: CallsOptions;
  readonly #work = new DueWork((id) => this.#callNext(id));
  readonly #silences = new Map<string, number>();
  readonly #unequal: string[] = [];

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Calls that were answered differently when they were repeated. */
  get unequal(): readonly string[] {
    return this.#unequal;
  }

  /** Throws the merchant's error unless it lets a receipt be created. */
  async allow(amount: number, account: string): Promise<void> {
    await this.#require('CheckPerformTransaction', { amount, account: { payment: account } });
  }

  /** Throws the merchant's error unless it lets the money of a receipt be taken. */
  async perform({ id, amount, account }: PaymeReceipt): Promise<void> {
    await this.#require('CreateTransaction', { id, time: Date.now(), amount, account: { payment: account } });
    await this.#require('PerformTransaction', { id });
  }

  /** What is to be called about a receipt that was paid, or that is cancelled. */
  dueAfter({ detail, due }: PaymeReceipt, event: 'paid' | 'cancelling'): DueCall[] {
    if (this.#options.merchant === null) return [];
    const report: DueCall[] = detail === null ? [] : [event === 'paid' ? 'PERFORM' : 'CANCEL'];
    return [...due, ...(event === 'cancelling' ? (['CancelTransaction'] as const) : []), ...report];
  }

  /** Makes the calls that are due about a receipt, from now on. */
  plan({ id, due }: PaymeReceipt, wait = 0): void {
    this.#work.plan(id, due.length === 0 ? null : Date.now() + wait);
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  async #twice(method: string, params: unknown): Promise<MerchantAnswer | null> {
    const { merchant, books } = this.#options;
    if (merchant === null) return null;
    await books.settled();
    const answer = await merchant.call(method, params);
    if (answer.kind !== 'result' || method === 'CheckPerformTransaction') return answer;
    const again = await merchant.call(method, params);
    const isEqual = again.kind === 'silence' || (again.kind === 'result' && again.text === answer.text);
    if (!isEqual) this.#unequal.push(`${method} ${JSON.stringify(params)}`);
    return answer;
  }

  async #require(method: string, params: unknown): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#twice(method, params);
      if (answer === null || answer.kind === 'result') return;
      if (answer.kind === 'error') throw new PaymeCardError(answer.code, answer.message);
      if (tries === mostTries) throw new PaymeCardError(-32_400, answer.message);
      await pause(pauseAfter(tries));
    }
  }

  /** Whether a call can be made now: the receipt of a refund follows it. */
  #isTime(call: DueCall, { state }: PaymeReceipt): boolean {
    const { faults } = this.#options;
    if (faults.is('down')) return false;
    if (call === 'CancelTransaction') return true;
    return !faults.is('late-fiscal') && (call === 'PERFORM' || state === states.cancelled);
  }

  #answerTo(call: DueCall, { id, payTime, cancelTime }: PaymeReceipt): Promise<MerchantAnswer | null> {
    if (call === 'CancelTransaction') return this.#twice(call, { id, reason: refundReason });
    if (this.#options.faults.is('lost-fiscal')) return Promise.resolve(null);
    const time = call === 'CANCEL' ? cancelTime : payTime;
    return this.#twice('SetFiscalData', fiscalDataOf({ id, type: call, time }));
  }

  async #callNext(id: string): Promise<void> {
    const { books, read } = this.#options;
    const receipt = read(id);
    const call = receipt.due.find((one) => this.#isTime(one, receipt));
    if (call === undefined) return this.plan(receipt, lookMilliseconds);
    const answer = await this.#answerTo(call, receipt);
    const silences = answer?.kind === 'silence' ? (this.#silences.get(id) ?? 0) + 1 : 0;
    this.#silences.set(id, silences);
    if (silences > 0) return this.plan(receipt, pauseAfter(silences));
    const isRefused = call === 'CancelTransaction' && !isCancelled(answer);
    const now = read(id);
    const due = now.due.filter((one) => one !== call && !(isRefused && one === 'CANCEL'));
    const next = isRefused ? { ...now, state: states.paid, cancelTime: 0, due } : { ...now, due };
    books.commit(next);
    this.plan(next);
  }
}

function isCancelled(answer: MerchantAnswer | null): boolean {
  return answer?.kind === 'result' && Answered.safeParse(answer.result).data?.state === -2;
}
