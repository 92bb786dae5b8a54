import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { HostedBooks } from '../hosted/hosted-books.ts';
import type { HostedFaults } from '../hosted/hosted-faults.ts';
import { faultOfDetail } from '../payme/payme-detail.ts';
import type { PaymeMerchant } from '../payme/payme-merchant.ts';
import {
  type PaymeCardEntry,
  PaymeCardError,
  type PaymeCardFaults,
  type PaymeReceipt,
  states,
} from './payme-card-books.ts';
import type { PaymeCards } from './payme-cards.ts';
import { PaymeReceiptCalls } from './payme-receipt-calls.ts';

const NewReceipt = z.object({
  amount: z.int().positive(),
  account: z.object({ payment: z.string().min(1).max(200) }),
  description: z.string().default(''),
  detail: z.unknown().optional(),
});
const Named = z.object({ id: z.string() });
const Paying = Named.extend({ token: z.string() });
const ReceiptsAsked = z.object({ count: z.int().min(1).max(50), from: z.int(), to: z.int(), offset: z.int().min(0) });

/** The receipts that `receipts.get_all` asks for (https://developer.help.paycom.uz/metody-subscribe-api/receipts.get_all), oldest first. */
export function receiptsOf<Receipt>(
  params: unknown,
  all: readonly Receipt[],
  timeOf: (receipt: Receipt) => number,
): readonly Receipt[] {
  const { count, from, to, offset } = ReceiptsAsked.parse(params);
  const inPeriod = all.filter((one) => timeOf(one) >= from && timeOf(one) <= to);
  return inPeriod.slice(offset, offset + count);
}

/** A receipt as the API writes it. */
export function receiptObject({ id, state, amount, createTime, payTime, cancelTime, ...rest }: ShownReceipt) {
  const { description = '', detail = null, account, card = null } = rest;
  return {
    _id: id,
    create_time: createTime,
    pay_time: payTime,
    cancel_time: cancelTime,
    state,
    type: 2,
    external: false,
    operation: -1,
    category: null,
    error: null,
    description,
    detail,
    amount,
    currency: 860,
    commission: 0,
    card,
    account: [{ name: 'payment', title: 'Payment', value: account, main: true }],
  };
}

const queueMilliseconds = 200;
const slowMilliseconds = 10_000;

/** Why a card is not charged; absent: it is. */
const refusals: Readonly<Record<string, readonly [code: number, message: string]>> = {
  blocked: [-31_303, 'Карта заблокирована'],
  poor: [-31_630, 'Недостаточно средств на карте'],
  slow: [-31_623, 'Процессинговый центр недоступен'],
  // No error of a method: whether the card was charged stays open.
  error: [-32_400, 'Системная ошибка'],
};

type ShownReceipt = Pick<
  PaymeReceipt,
  'id' | 'state' | 'amount' | 'createTime' | 'payTime' | 'cancelTime' | 'account'
> &
  Partial<Pick<PaymeReceipt, 'description' | 'detail' | 'card'>>;

interface ReceiptsOptions {
  readonly books: HostedBooks<PaymeCardEntry>;
  readonly cards: PaymeCards;
  readonly faults: HostedFaults<PaymeCardFaults>;
  /** The endpoint of the cash register; null: it has none. */
  readonly merchant: PaymeMerchant | null;
}

/** The methods of receipts: `receipts.create`, `pay`, `get`, `get_all`, `check` and `cancel`. */
export class PaymeReceipts {
  readonly #options: ReceiptsOptions;
  readonly #calls: PaymeReceiptCalls;

  constructor(options: ReceiptsOptions) {
    this.#options = options;
    this.#calls = new PaymeReceiptCalls({ ...options, read: (id) => this.#require(id) });
  }

  /** Calls of the endpoint that were answered differently when they were repeated. */
  get unequal(): readonly string[] {
    return this.#calls.unequal;
  }

  /** Goes on with what an earlier process has left: a charge that it had begun has taken nothing. */
  resume(): void {
    for (const receipt of this.all()) {
      if (receipt.state === states.charging) this.#options.books.commit({ ...receipt, state: states.created });
      this.#calls.plan(receipt);
    }
  }

  close(): Promise<void> {
    return this.#calls.close();
  }

  all(): PaymeReceipt[] {
    return this.#options.books.all().flatMap((entry) => (entry.kind === 'receipt' ? [entry] : []));
  }

  async create(params: unknown) {
    const { amount, account, description, detail } = NewReceipt.parse(params);
    const fault = faultOfDetail(detail, amount);
    if (fault !== null) throw new PaymeCardError(-31_610, fault);
    await this.#calls.allow(amount, account.payment);
    const receipt: PaymeReceipt = {
      kind: 'receipt',
      id: randomBytes(12).toString('hex'),
      account: account.payment,
      amount,
      description,
      detail: detail ?? null,
      state: states.created,
      createTime: Date.now(),
      payTime: 0,
      cancelTime: 0,
      charges: 0,
      card: null,
      due: [],
    };
    this.#options.books.commit(receipt);
    return this.#shown(receipt);
  }

  async pay(params: unknown) {
    const { books, cards } = this.#options;
    const { id, token } = Paying.parse(params);
    const card = cards.require(token);
    if (!card.isVerified) throw new PaymeCardError(-31_401, 'Карта не подтверждена');
    const receipt = this.#require(id);
    if (receipt.state !== states.created) throw new PaymeCardError(-31_620, 'Чек уже оплачен или отменён');
    const refusal = refusals[card.outcome];
    if (card.outcome === 'slow') await pause(slowMilliseconds);
    if (refusal !== undefined) throw new PaymeCardError(...refusal);
    const charging = { ...receipt, state: states.charging };
    books.commit(charging);
    await this.#calls.perform(charging).catch((error: unknown) => this.#refused(charging, error));
    const { number, expire } = card;
    const paid = {
      ...receipt,
      state: states.paid,
      payTime: Date.now(),
      charges: receipt.charges + 1,
      card: { number, expire },
      due: this.#calls.dueAfter(receipt, 'paid'),
    };
    books.commit(paid);
    this.#calls.plan(paid);
    cards.spend(card);
    return this.#shown(paid);
  }

  /** Takes nothing: a receipt that the merchant has refused is cancelled, any other one may be paid later. */
  #refused(receipt: PaymeReceipt, error: unknown): never {
    const isRefused = error instanceof PaymeCardError && error.code > -32_000;
    const state = isRefused ? states.cancelled : states.created;
    this.#options.books.commit({ ...receipt, state, cancelTime: isRefused ? Date.now() : 0 });
    throw error;
  }

  get(params: unknown) {
    return this.#shown(this.#require(Named.parse(params).id));
  }

  check(params: unknown) {
    return { state: this.#require(Named.parse(params).id).state };
  }

  list(params: unknown) {
    const listed = receiptsOf(params, this.all(), ({ createTime }) => createTime);
    return listed.map(({ id }) => this.#written(this.#require(id)));
  }

  /** Puts a paid receipt into the queue, which is worked off a moment later, once the merchant has answered. */
  cancel(params: unknown) {
    const receipt = this.#require(Named.parse(params).id);
    if (receipt.state === states.cancelling || receipt.state === states.cancelled) return this.#shown(receipt);
    if (receipt.state !== states.paid) throw new PaymeCardError(-31_621, 'Чек не оплачен');
    const due = this.#calls.dueAfter(receipt, 'cancelling');
    const queued = { ...receipt, state: states.cancelling, cancelTime: Date.now(), due };
    this.#options.books.commit(queued);
    this.#calls.plan(queued);
    return this.#shown(queued);
  }

  #require(id: string): PaymeReceipt {
    const found = this.#options.books.transaction(id);
    if (found?.kind !== 'receipt') throw new PaymeCardError(-31_602, 'Чек не найден');
    const isAnswered = !found.due.includes('CancelTransaction');
    const isOld = Date.now() - found.cancelTime > queueMilliseconds;
    const isDue = found.state === states.cancelling && isAnswered && isOld;
    if (!isDue || this.#options.faults.is('slow-refunds')) return found;
    const cancelled = { ...found, state: states.cancelled };
    this.#options.books.commit(cancelled);
    return cancelled;
  }

  #written(receipt: PaymeReceipt) {
    const isLie = this.#options.faults.is('lie-amount');
    return receiptObject(isLie ? { ...receipt, amount: receipt.amount + 1 } : receipt);
  }

  #shown(receipt: PaymeReceipt) {
    return { receipt: this.#written(receipt) };
  }
}
