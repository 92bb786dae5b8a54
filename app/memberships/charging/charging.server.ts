import type { Logger } from 'pino';
import { refundRefused } from '#app/payments/payment-failures.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import {
  type ChargeRow,
  claimClosings,
  claimReturns,
  lockChargeOfDonation,
  saveCharge,
} from '../charge-store.server.ts';
import { endMembership } from '../endings.server.ts';
import { lockLeasedMembership, type MembershipRow } from '../membership-store.server.ts';
import { type ChargeOptions, ChargeStep, type StepOutcome } from './charge-step.server.ts';
import { claimDueMemberships, endOldPending, releaseMembership } from './due-store.server.ts';

interface ChargingOptions extends ChargeOptions {
  readonly payments: Pick<Payments, 'charges' | 'openPayment' | 'refundPayment'>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/** How many memberships a process charges at once. */
const atOnce = 20;
const pauseMilliseconds = 20_000;
/** A month whose refund is not booked so long after its payment is left to the staff. */
const returnMilliseconds = 2 * 3_600_000;
const mostReturns = 20;
const mostOld = 500;

/** Takes the due steps of memberships. Any number of processes may run it. */
export class Charging {
  readonly #options: ChargingOptions;
  readonly #charge: ChargeStep;

  constructor(options: ChargingOptions) {
    this.#options = options;
    this.#charge = new ChargeStep(options);
  }

  /** Takes steps until none is due. */
  async run(): Promise<void> {
    while ((await this.round()) === atOnce);
  }

  /** One round; returns how many steps were due. */
  async round(): Promise<number> {
    const { db, clock } = this.#options;
    const due = await claimDueMemberships(db, await clock(db), atOnce);
    await Promise.all(due.map((row) => this.#step(row)));
    return due.length;
  }

  async #step(row: MembershipRow): Promise<void> {
    const { db, log } = this.#options;
    let outcome: StepOutcome = 'later';
    try {
      outcome = row.state === 'Leaving' ? await this.#end(row) : await this.#charge.run(row);
    } catch (error) {
      log.error({ err: error, membershipId: row.id }, 'the step of a membership failed and will be taken again');
    }
    await releaseMembership(db, row, outcome === 'done' ? 0 : pauseMilliseconds);
  }

  async #end(leased: MembershipRow): Promise<StepOutcome> {
    const { db, clock } = this.#options;
    await db.transaction(async (tx) => {
      const row = await lockLeasedMembership(tx, leased);
      const now = await clock(tx);
      if (row?.state !== 'Leaving' || row.dueAt === null || row.dueAt > now) return;
      await endMembership(tx, this.#options, { row, reason: 'Left', now });
    });
    return 'done';
  }

  /** Refunds what was paid after the end, and closes what was under way then. */
  async settleEnded(): Promise<void> {
    const { db, clock } = this.#options;
    for (const charge of await claimReturns(db, mostReturns)) await this.#giveBack(charge);
    for (const charge of await claimClosings(db, mostReturns)) await this.#close(charge);
    await endOldPending(db, await clock(db), mostOld);
  }

  async #giveBack(charge: ChargeRow): Promise<void> {
    const { db, payments, clock, log } = this.#options;
    const { donationId, paidAt } = charge;
    const now = await clock(db);
    const isLastTry = paidAt !== null && now.getTime() - paidAt.getTime() >= returnMilliseconds;
    try {
      const state = await payments.refundPayment(donationId, null, { isLastTry });
      if (state === 'Stopped') await this.#leaveToStaff(charge);
    } catch (error) {
      const level = isCallFailure(error) ? 'warn' : 'error';
      log[level]({ err: error, donationId }, 'a month that was paid after the end is not refunded yet');
      if (refundRefused.is(error)) await this.#leaveToStaff(charge);
    }
  }

  /**
   * The payment is flagged for an operator; a refund that the provider reports later is still booked. Not if another process tries it by now: it
   * has another time in `returnAt`.
   */
  async #leaveToStaff({ donationId, returnAt }: ChargeRow): Promise<void> {
    await this.#options.db.transaction(async (tx) => {
      const row = await lockChargeOfDonation(tx, donationId);
      if (row?.state === 'Returning' && row.returnAt?.getTime() === returnAt?.getTime())
        await saveCharge(tx, { ...row, returnAt: null });
    });
  }

  async #close(charge: ChargeRow): Promise<void> {
    const { db, payments } = this.#options;
    const state = await payments.charges.stateOf(charge.donationId);
    if (state !== 'failed' && state !== 'expired' && state !== 'none') return;
    await db.transaction(async (tx) => {
      const row = await lockChargeOfDonation(tx, charge.donationId);
      if (row?.state === 'Open') await saveCharge(tx, { ...row, state: 'Failed', closeAt: null });
    });
  }
}
