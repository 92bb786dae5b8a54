import type { Tx } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import type { RefusedCard } from '../payment-system.server.ts';
import { noteRefusals, type PaymentRow, type UpdateKey } from './payments-store.server.ts';
import { readProviderRefunds } from './provider-refunds-store.server.ts';

/** The payment that an owner is notified about. `amount` in minor units; `cardPrefix`: first digits of the card, if known. */
interface PaymentNotice {
  readonly paymentId: string;
  /** The donation's or the order's id. */
  readonly reference: string;
  readonly amount: Minor;
  readonly cardPrefix: string | null;
  /** How many refused cards the provider has reported so far. */
  readonly refusals: number;
}

/** The outcome of a partial refund that we requested. */
export interface PartNotice {
  readonly refundId: string;
  readonly state: 'Done' | 'Refused';
}

/** A partial refund that the provider made without our request. */
interface ProviderRefundNotice {
  readonly refundId: string;
  /** The refunded sum. */
  readonly back: Minor;
}

/** What payments are made for: donations, orders. Every notice comes at most once, in the transaction that moves the payment. */
export interface PaymentOwner {
  readonly kind: string;
  /**
   * Whether a donation or an order takes money now, asked by systems that cannot refund by themselves. Locks its row, after the payment's.
   */
  accepts(tx: Tx, reference: string): Promise<boolean>;
  whenPaid(tx: Tx, notice: PaymentNotice): Promise<void>;
  whenFailed(tx: Tx, notice: PaymentNotice): Promise<void>;
  /** The provider has refused cards, each passed once; the payment may stay open for another card. */
  whenRefused(tx: Tx, notice: PaymentNotice, cards: readonly RefusedCard[]): Promise<void>;
  /** The payment has expired. If the provider reports it as paid later, `whenPaid` follows. */
  whenExpired(tx: Tx, notice: PaymentNotice): Promise<void>;
  /** The rest of the payment was refunded. `providerRefunds`: earlier partial refunds that the provider made without our request. */
  whenRefunded(tx: Tx, notice: PaymentNotice, providerRefunds?: readonly string[]): Promise<void>;
  /** The provider reports a paid payment once more, and nothing contradicts ours: refunds whose tries have ended may be requested again. */
  whenStillPaid?(tx: Tx, notice: PaymentNotice): Promise<void>;
  /** The provider has refunded a part without our request; the rest stays paid. */
  whenProviderRefunded(tx: Tx, notice: PaymentNotice & ProviderRefundNotice): Promise<void>;
  /** The provider has made or refused a partial refund; needed by owners that request partial refunds. */
  whenPartDecided?(tx: Tx, notice: PaymentNotice & PartNotice): Promise<void>;
}

function noticeOf({ id, reference, amount, refusals }: PaymentRow, cardPrefix: string | null): PaymentNotice {
  return { paymentId: id, reference, amount: minor(amount), cardPrefix, refusals };
}

/** Notifies the owner of each payment. */
export class PaymentOwners {
  readonly #owners = new Map<string, PaymentOwner>();

  /** Throws if the kind has an owner already. */
  add(owner: PaymentOwner): void {
    if (this.#owners.has(owner.kind)) throw new Error(`a second owner for payments of the kind ${owner.kind}`);
    this.#owners.set(owner.kind, owner);
  }

  /** The owner of a kind of payments. Throws if there is none. */
  require(kind: string): PaymentOwner {
    const owner = this.#owners.get(kind);
    if (owner === undefined) throw new Error(`no owner for payments of the kind ${kind}`);
    return owner;
  }

  #of({ kind }: PaymentRow): PaymentOwner {
    return this.require(kind);
  }

  /** Whether the owner of a locked payment takes money for it now. */
  accepts(tx: Tx, row: PaymentRow): Promise<boolean> {
    return this.#of(row).accepts(tx, row.reference);
  }

  /** Notifies the owner of a payment's new state. */
  async notifyMoved(tx: Tx, row: PaymentRow, cardPrefix: string | null): Promise<void> {
    const owner = this.#of(row);
    const notice = noticeOf(row, cardPrefix);
    if (row.status === 'Paid') await owner.whenPaid(tx, notice);
    if (row.status === 'Failed') await owner.whenFailed(tx, notice);
    if (row.status === 'Expired') await owner.whenExpired(tx, notice);
    if (row.status === 'Refunded') await owner.whenRefunded(tx, notice, await readProviderRefunds(tx, row.id));
  }

  /** Notifies the owner that the provider reports a paid payment as it is stored. */
  async notifyStillPaid(tx: Tx, row: PaymentRow): Promise<void> {
    await this.#of(row).whenStillPaid?.(tx, noticeOf(row, null));
  }

  /** Notifies the owner of the outcome of a partial refund. */
  async notifyPartDecided(tx: Tx, row: PaymentRow, part: PartNotice): Promise<void> {
    const owner = this.#of(row);
    if (owner.whenPartDecided === undefined)
      throw new Error(`payments of the kind ${row.kind} have no partial refunds`);
    await owner.whenPartDecided(tx, { ...noticeOf(row, null), ...part });
  }

  /** Notifies the owner of a partial refund that the provider made without our request. */
  async notifyProviderRefund(tx: Tx, row: PaymentRow, part: ProviderRefundNotice): Promise<void> {
    await this.#of(row).whenProviderRefunded(tx, { ...noticeOf(row, null), ...part });
  }

  /** Notifies the owner of newly refused cards. Comes before the payment moves: a donation drops its donor's address when it does. */
  async notifyRefused(tx: Tx, update: UpdateKey, cards: readonly RefusedCard[]): Promise<void> {
    if (cards.length === 0) return;
    const row = await noteRefusals(tx, update, cards.length);
    if (row === null) return;
    const notice = noticeOf({ ...row, refusals: cards.length }, null);
    await this.#of(row).whenRefused(tx, notice, cards.slice(row.refusals));
  }
}
