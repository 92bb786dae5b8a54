import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { HostedBooks } from '../hosted/hosted-books.ts';
import type { HostedFaults } from '../hosted/hosted-faults.ts';
import { faultOfDetail } from '../payme/payme-detail.ts';
import {
  type PaymeCardEntry,
  PaymeCardError,
  type PaymeCardFaults,
  type PaymeReceipt,
  states,
} from './payme-card-books.ts';
import type { PaymeCards } from './payme-cards.ts';

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
}

/** The methods of receipts: `receipts.create`, `pay`, `get`, `get_all`, `check` and `cancel`. */
export class PaymeReceipts {
  readonly #options: ReceiptsOptions;

  constructor(options: ReceiptsOptions) {
    this.#options = options;
  }

  all(): PaymeReceipt[] {
    return this.#options.books.all().flatMap((entry) => (entry.kind === 'receipt' ? [entry] : []));
  }

  create(params: unknown) {
    const { amount, account, description, detail } = NewReceipt.parse(params);
    const fault = faultOfDetail(detail, amount);
    if (fault !== null) throw new PaymeCardError(-31_610, fault);
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
    const { number, expire } = card;
    const paid = {
      ...receipt,
      state: states.paid,
      payTime: Date.now(),
      charges: receipt.charges + 1,
      card: { number, expire },
    };
    books.commit(paid);
    cards.spend(card);
    return this.#shown(paid);
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

  /** Puts a paid receipt into the queue, which is worked off when it is asked about a moment later. */
  cancel(params: unknown) {
    const receipt = this.#require(Named.parse(params).id);
    if (receipt.state === states.cancelling || receipt.state === states.cancelled) return this.#shown(receipt);
    if (receipt.state !== states.paid) throw new PaymeCardError(-31_621, 'Чек не оплачен');
    const queued = { ...receipt, state: states.cancelling, cancelTime: Date.now() };
    this.#options.books.commit(queued);
    return this.#shown(queued);
  }

  #require(id: string): PaymeReceipt {
    const found = this.#options.books.transaction(id);
    if (found?.kind !== 'receipt') throw new PaymeCardError(-31_602, 'Чек не найден');
    const isDue = found.state === states.cancelling && Date.now() - found.cancelTime > queueMilliseconds;
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
