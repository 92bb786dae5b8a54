import type { Tx } from '#base/db.server.ts';
import { type Minor, minor } from '#base/money.ts';
import { noteRefusals, type PaymentRow } from './payments-store.server.ts';
import type { ProviderPayment, RefusedCard } from './provider-client.server.ts';

/** What a payment's owner is told. `amount` in minor units; `cardPrefix`: first digits of the card where known. */
interface PaymentNews {
  readonly paymentId: string;
  /** The gift's or the order's id. */
  readonly reference: string;
  readonly amount: Minor;
  readonly cardPrefix: string | null;
  /** How many refused cards the provider has told of so far. */
  readonly refusals: number;
}

/** Whose payments they are: gifts, orders. Each is called in the one transaction that moves the payment, at most once. */
export interface PaymentOwner {
  readonly kind: string;
  whenPaid(tx: Tx, news: PaymentNews): Promise<void>;
  whenFailed(tx: Tx, news: PaymentNews): Promise<void>;
  /** The provider has refused cards, each told once; the payment may stay open for another card. */
  whenRefused(tx: Tx, news: PaymentNews, cards: readonly RefusedCard[]): Promise<void>;
  /** The payer's time is over. The payment may still turn out to be paid: then `whenPaid` follows. */
  whenExpired(tx: Tx, news: PaymentNews): Promise<void>;
  whenRefunded(tx: Tx, news: PaymentNews): Promise<void>;
}

function newsOf({ id, reference, amount, refusals }: PaymentRow, cardPrefix: string | null): PaymentNews {
  return { paymentId: id, reference, amount: minor(amount), cardPrefix, refusals };
}

/** Whoever has payments, each told of its own. */
export class PaymentOwners {
  readonly #owners: ReadonlyMap<string, PaymentOwner>;

  constructor(owners: readonly PaymentOwner[]) {
    this.#owners = new Map(owners.map((owner) => [owner.kind, owner]));
  }

  #of({ kind }: PaymentRow): PaymentOwner {
    const owner = this.#owners.get(kind);
    if (owner === undefined) throw new Error(`nobody owns payments of the kind ${kind}`);
    return owner;
  }

  /** Tells where a payment that has just moved has come to. */
  async tellMoved(tx: Tx, row: PaymentRow, cardPrefix: string | null): Promise<void> {
    const owner = this.#of(row);
    const news = newsOf(row, cardPrefix);
    if (row.status === 'Paid') await owner.whenPaid(tx, news);
    if (row.status === 'Failed') await owner.whenFailed(tx, news);
    if (row.status === 'Expired') await owner.whenExpired(tx, news);
    if (row.status === 'Refunded') await owner.whenRefunded(tx, news);
  }

  /** Tells of the refused cards that have not been told of yet: before the payment moves, since with it their address is forgotten. */
  async tellRefused(
    tx: Tx,
    told: Pick<ProviderPayment, 'id' | 'reference'> & { readonly amount: number },
    cards: readonly RefusedCard[],
  ): Promise<void> {
    if (cards.length === 0) return;
    const row = await noteRefusals(tx, { ...told, providerId: told.id }, cards.length);
    if (row === null) return;
    const news = newsOf({ ...row, refusals: cards.length }, null);
    await this.#of(row).whenRefused(tx, news, cards.slice(row.refusals));
  }
}
