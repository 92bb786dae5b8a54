import type { Logger } from 'pino';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Sealer } from '#base/config/secrets.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { type CardRemovalRow, chargedTokens, claimRemovals, deleteRemoval } from './card-removals-store.server.ts';

interface RemovingOptions {
  readonly db: Database;
  readonly payments: Pick<Payments, 'charges'>;
  readonly sealer: Sealer;
  readonly log: Pick<Logger, 'error'>;
}

const mostAtOnce = 20;

/** Has payment systems remove the cards that are not charged any more (docs/rules.md#memberships). Any number of processes may run it. */
export class RemovingCards {
  readonly #options: RemovingOptions;

  constructor(options: RemovingOptions) {
    this.#options = options;
  }

  /** Asks until nothing is due. */
  async sweep(): Promise<void> {
    for (;;) {
      const due = await claimRemovals(this.#options.db, mostAtOnce);
      const tried = await Promise.allSettled(due.map((row) => this.#try(row)));
      const fault = tried.find((one) => one.status === 'rejected');
      if (fault !== undefined) throw fault.reason;
      if (due.length < mostAtOnce) return;
    }
  }

  async #try(row: CardRemovalRow): Promise<void> {
    const { db, log } = this.#options;
    const isDone = await this.#remove(row);
    if (!isDone && !row.isLastTry) return;
    await deleteRemoval(db, row.id);
    if (isDone) return;
    const { id, system } = row;
    log.error(
      { removalId: id, system },
      'a card could not be removed at its payment system for a week: it stays there',
    );
  }

  /** Whether nothing is left to do. A saved card of the browser may pay for several memberships, also of several people: one that is still charged stays. */
  async #remove({ system, tokenSealed, cardMask }: CardRemovalRow): Promise<boolean> {
    const { db, payments, sealer } = this.#options;
    const token = sealer.open(tokenSealed)?.text;
    if (token === undefined) return false;
    const charged = await chargedTokens(db, cardMask, system);
    if (charged.some((sealed) => sealer.open(sealed)?.text === token)) return true;
    return payments.charges.removeCard(system, { token, mask: cardMask });
  }
}
