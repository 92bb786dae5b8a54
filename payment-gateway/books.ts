import { z } from 'zod';
import { type Journal, openJournal, readEntries, replaceJournal } from './journal.ts';
import { Delivery } from './merchant/callbacks.ts';
import { isOpen, Payment, SavedCard } from './payment-state.ts';

/** One journal line: all changes of one step, so that a step is stored completely or not at all. */
const BooksEntry = z.strictObject({
  payment: Payment.optional(),
  card: SavedCard.optional(),
  deliveries: z.array(Delivery).optional(),
});
export type BooksEntry = z.infer<typeof BooksEntry>;

/**
 * The gateway's books. A change is visible in memory at once and synchronously, so that two requests never both find a payment
 * unpaid. No answer and no callback is sent before `settled()`: everything that was reported is on disk.
 */
export class Books {
  #payments = new Map<string, Payment>();
  #latestByReference = new Map<string, string>();
  #openIds = new Set<string>();
  #cards = new Map<string, SavedCard>();
  #cardsToCharge = new Map<string, SavedCard>();
  #deliveries = new Map<string, Delivery>();
  #deliveriesOf = new Map<string, string[]>();
  #journal: Journal | null = null;

  /** Reads the journal of an earlier process and appends to the same file. */
  async open(file: string): Promise<void> {
    const entries = await readEntries(file, BooksEntry);
    for (const entry of entries) this.#apply(entry);
    const live = this.#payments.size + this.#cards.size + this.#deliveries.size;
    if (entries.length > 1000 && entries.length > 3 * live) await replaceJournal(file, this.#snapshot());
    this.#journal = await openJournal(file);
  }

  commit(entry: BooksEntry): void {
    this.#apply(entry);
    this.#journal?.append(JSON.stringify(entry));
  }

  settled(): Promise<void> {
    return this.#journal?.settled() ?? Promise.resolve();
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }

  payment(id: string): Payment | undefined {
    return this.#payments.get(id);
  }

  latestFor(reference: string): Payment | undefined {
    return this.#payments.get(this.#latestByReference.get(reference) ?? '');
  }

  /** All payments, oldest first. */
  all(): Payment[] {
    return [...this.#payments.values()];
  }

  openPayments(): Payment[] {
    return [...this.#openIds].flatMap((id) => this.#payments.get(id) ?? []);
  }

  card(token: string): SavedCard | undefined {
    return this.#cards.get(token);
  }

  /** The card that may be charged without the payer by this token. */
  cardToCharge(chargeToken: string): SavedCard | undefined {
    return this.#cardsToCharge.get(chargeToken);
  }

  delivery(id: string): Delivery | undefined {
    return this.#deliveries.get(id);
  }

  deliveriesOf(paymentId: string): Delivery[] {
    return (this.#deliveriesOf.get(paymentId) ?? []).flatMap((id) => this.#deliveries.get(id) ?? []);
  }

  waitingDeliveries(): Delivery[] {
    return [...this.#deliveries.values()].filter((delivery) => delivery.state === 'waiting');
  }

  #apply({ payment, card, deliveries }: BooksEntry): void {
    if (payment) {
      if (!this.#payments.has(payment.id)) this.#latestByReference.set(payment.reference, payment.id);
      this.#payments.set(payment.id, payment);
      if (isOpen(payment)) this.#openIds.add(payment.id);
      else this.#openIds.delete(payment.id);
    }
    if (card) {
      // A later payment that saves nothing leaves the right to charge the card.
      const chargeToken = card.chargeToken ?? this.#cards.get(card.token)?.chargeToken;
      const saved = chargeToken === undefined ? card : { ...card, chargeToken };
      this.#cards.set(card.token, saved);
      if (chargeToken !== undefined) this.#cardsToCharge.set(chargeToken, saved);
    }
    for (const delivery of deliveries ?? []) {
      if (!this.#deliveries.has(delivery.id)) {
        const earlier = this.#deliveriesOf.get(delivery.paymentId);
        if (earlier) earlier.push(delivery.id);
        else this.#deliveriesOf.set(delivery.paymentId, [delivery.id]);
      }
      this.#deliveries.set(delivery.id, delivery);
    }
  }

  #snapshot(): string[] {
    const cards = [...this.#cards.values()].map((card) => JSON.stringify({ card }));
    const payments = this.all().map((payment) =>
      JSON.stringify({ payment, deliveries: this.deliveriesOf(payment.id) }),
    );
    return [...cards, ...payments];
  }
}
