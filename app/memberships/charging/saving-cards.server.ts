import { paymentProviderUnavailable } from '#app/payments/payment-failures.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Sealer } from '#base/config/secrets.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import { readCharge, saveCharge } from '../charge-store.server.ts';
import type { Clock } from '../clock.server.ts';
import { chargedBetween, retried } from '../membership-steps.server.ts';
import { lockMembership, type MembershipRow, saveMembership } from '../membership-store.server.ts';
import { insertRemoval } from './card-removals-store.server.ts';
import { type CardRow, claimDueCards, closeEarlierCards, decideCard, lockCard } from './cards-store.server.ts';

interface SavingOptions {
  readonly db: Database;
  readonly payments: Pick<Payments, 'charges'>;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

type CardPlace = Pick<CardRow, 'system' | 'providerId'>;

const mostAtOnce = 20;

/** Charges an overdue membership once more at once, and a paused one with all its tries; another one stays as it is. */
export async function chargeAgain(tx: Tx, row: MembershipRow, now: Date): Promise<MembershipRow> {
  if (row.state !== 'Overdue' && row.state !== 'Paused') return row;
  // Also while the staff charges what was paused.
  const isOver = row.state === 'Paused' || row.retryState === 'Paused';
  if (!isOver) return chargedBetween(row, now);
  const charge = await readCharge(tx, row.id, row.months + 1);
  if (charge !== null) {
    const state = charge.state === 'Failed' ? 'Waiting' : charge.state;
    await saveCharge(tx, { ...charge, state, tries: 0 });
  }
  return retried(row, now);
}

/** The same for the staff, without a new beginning after a pause: refused, the membership stays paused. */
export async function chargeForStaff(tx: Tx, row: MembershipRow, now: Date): Promise<MembershipRow> {
  const charge = row.state === 'Paused' ? await readCharge(tx, row.id, row.months + 1) : null;
  if (charge?.state === 'Failed') await saveCharge(tx, { ...charge, state: 'Waiting' });
  return row.state === 'Overdue' || row.state === 'Paused' ? chargedBetween(row, now) : row;
}

/** Takes cards from the provider that donors have saved there. */
export class SavingCards {
  readonly #options: SavingOptions;

  constructor(options: SavingOptions) {
    this.#options = options;
  }

  /** Asks about a card and stores the answer. Throws `PaymentProviderUnavailable`. */
  async take(asked: CardRow): Promise<void> {
    const { db, payments, clock, sealer } = this.#options;
    const { card, isOver } = await payments.charges.readSaved(asked.system, asked.providerId);
    if (card === null && !isOver && !asked.isLate) return;
    await db.transaction(async (tx) => {
      const row = await lockMembership(tx, asked.membershipId);
      const waiting = await lockCard(tx, asked.id);
      if (row === null || waiting?.state !== 'Waiting') return;
      const isTaken = card !== null && row.state !== 'Ended';
      await decideCard(tx, asked.id, isTaken ? 'Saved' : 'Expired');
      if (!isTaken) return this.#drop(tx, asked);
      const { system, providerId } = asked;
      await payments.charges.forgetSaved(tx, system, providerId);
      for (const earlier of await closeEarlierCards(tx, asked.id)) await this.#drop(tx, earlier);
      const saved = { system, tokenSealed: sealer.seal(card.token), cardMask: card.mask, cardExpiry: card.expiry };
      const charge = await readCharge(tx, row.id, row.months + 1);
      if (charge?.state === 'Open') await saveCharge(tx, { ...charge, hasNewCard: true });
      const again = await chargeAgain(tx, { ...row, ...saved }, await clock(tx));
      await saveMembership(tx, again);
    });
  }

  /** Forgets a card that the membership does not take, and has it removed at its system. */
  async #drop(tx: Tx, { system, providerId }: CardPlace): Promise<void> {
    const card = await this.#options.payments.charges.forgetSaved(tx, system, providerId);
    if (card !== null) await insertRemoval(tx, { system, ...card });
  }

  /** Asks about the cards that are due. */
  async sweep(): Promise<void> {
    const due = await claimDueCards(this.#options.db, mostAtOnce);
    const taken = await Promise.allSettled(due.map((card) => this.take(card)));
    const faults = taken.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const own = faults.find((fault) => !paymentProviderUnavailable.is(fault));
    if (own !== undefined) throw own;
  }
}
