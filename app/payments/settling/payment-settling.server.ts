import type { Tx } from '#base/db/db.server.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { isOpen, type PaymentStatus, statusesBefore } from '../payment-status.ts';
import type { LockedPayment, ProviderPayment } from '../payment-system.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import { finishParts, resumeParts } from './part-refunds-store.server.ts';
import type { PaymentOwners } from './payment-owners.server.ts';
import { problemOf } from './payment-problem.server.ts';
import {
  askSoon,
  flagPayment,
  lockPayment,
  movePayment,
  type PaymentRow,
  readByProviderId,
  stopAsking,
} from './payments-store.server.ts';
import { bookProviderRefund } from './provider-refunds.server.ts';

/**
 * What the provider reports about a payment, by callback or when asked; without `system` it is the gateway. Only an answer to a question
 * names the currency and the cards. `refundedAmount`: how much has been refunded so far, in minor units.
 */
export type ProviderUpdate = Pick<ProviderPayment, 'id' | 'status' | 'reference'> &
  Partial<Pick<ProviderPayment, 'system' | 'currency' | 'cardPrefix' | 'refusals' | 'problem'>> & {
    readonly amount: number;
    readonly refundedAmount?: number | null | undefined;
  };

/** Whether the update belongs to a payment in our database. */
export type Settlement = 'known' | 'unknown';

interface PaymentSettlingOptions extends Pick<PaymentDeps, 'db' | 'systems' | 'currency' | 'log'> {
  readonly owners: PaymentOwners;
}

const stepsTo: Readonly<Record<ProviderPayment['status'], readonly PaymentStatus[]>> = {
  created: [],
  code_required: ['AwaitingCode'],
  paid: ['Paid'],
  failed: ['Failed'],
  expired: ['Expired'],
  // It may have been paid and refunded before the first update arrived: both steps are made.
  refunded: ['Paid', 'Refunded'],
};

/** The system of an update; an update without one is the gateway's. */
export const systemOf = ({ system }: ProviderUpdate): PaymentSystemName => system ?? 'gateway';

/** Moves payments along their table of states, each step in one transaction with what their owners book. No other code marks one as paid. */
export class PaymentSettling {
  readonly #options: PaymentSettlingOptions;

  constructor(options: PaymentSettlingOptions) {
    this.#options = options;
  }

  /**
   * Applies a provider's update. One transaction moves the payment along its table of states and notifies its owner; the row lock
   * makes each step happen once, however many updates arrive at the same moment. An update with another amount, currency or
   * reference moves nothing: the payment is flagged for an operator and an error is logged.
   */
  async settle(update: ProviderUpdate): Promise<Settlement> {
    return this.#options.db.transaction((tx) => this.#settleIn(tx, update));
  }

  async #settleIn(tx: Tx, update: ProviderUpdate): Promise<Settlement> {
    const key = { ...update, system: systemOf(update), providerId: update.id };
    const fits = update.currency === undefined || update.currency === this.#options.currency;
    if (fits) await this.#options.owners.notifyRefused(tx, key, update.refusals ?? []);
    let isMoved = false;
    for (const step of fits ? stepsTo[update.status] : []) {
      const row = await movePayment(tx, key, step, statusesBefore(step));
      if (row === null) continue;
      isMoved = true;
      if (step === 'Paid' && row.isUnnamed) this.#reportUnnamed(row);
      await this.#options.owners.notifyMoved(tx, row, update.cardPrefix ?? null);
      if (step === 'Refunded') await finishParts(tx, row.id);
    }
    const { refundedAmount } = update;
    if (fits && update.status === 'paid' && refundedAmount) {
      await bookProviderRefund(tx, { ...key, refundedAmount }, this.#options);
    }
    return isMoved && update.problem === undefined ? 'known' : this.#examine(tx, update);
  }

  /** See `CallbackPayments`. */
  locked<Result>(
    system: PaymentSystemName,
    providerId: string,
    work: (tx: Tx, payment: LockedPayment) => Promise<Result>,
  ): Promise<Result | null> {
    const { db, owners } = this.#options;
    return db.transaction(async (tx) => {
      const row = await lockPayment(tx, system, providerId);
      if (row === null) return null;
      return work(tx, {
        isPayable: async () => isOpen(row.status) && (await owners.accepts(tx, row)),
        settle: async (report) => void (await this.#settleIn(tx, report)),
        askSoon: () => askSoon(tx, row.id),
      });
    });
  }

  /** Runs a step that no provider reports, such as expiry, and notifies the owner of the payment that it closed. */
  async close(expire: (tx: Tx) => Promise<PaymentRow | null>): Promise<void> {
    await this.#options.db.transaction(async (tx) => {
      const expired = await expire(tx);
      if (expired) await this.#options.owners.notifyMoved(tx, expired, null);
    });
  }

  /** Its system was to make a fiscal receipt of the lines, and has got none of them: the rest would not add up. */
  #reportUnnamed({ id, system }: PaymentRow): void {
    const { systems, log } = this.#options;
    const takesLines = systems.all.some((one) => one.name === system && one.takesLines);
    if (takesLines) log.warn({ payment: id }, 'a payment was sold without a product code');
  }

  /** No step was made, or the update names a problem: it is a repetition, came late, is about an unknown payment, or contradicts ours. */
  async #examine(tx: Tx, update: ProviderUpdate): Promise<Settlement> {
    const { log } = this.#options;
    const row = await readByProviderId(tx, systemOf(update), update.id);
    if (row === null) return 'unknown';
    const problem = problemOf(row, update) ?? update.problem ?? null;
    if (problem === null) {
      const isFinal = update.status !== 'created' && update.status !== 'code_required';
      if (isFinal && row.isWaiting && !isOpen(row.status)) await stopAsking(tx, row.id);
      // The provider reports what is possible again, whether or not it has made a refund whose tries have ended.
      if (update.status === 'paid' && row.status === 'Paid') {
        await resumeParts(tx, row.id);
        await this.#options.owners.notifyStillPaid(tx, row);
      }
    } else if (await flagPayment(tx, row.id, problem)) {
      log.error(
        { paymentId: row.id, problem, reportedAmount: update.amount },
        'the provider reports an impossible state',
      );
    }
    return 'known';
  }
}
