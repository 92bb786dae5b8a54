import { randomUUID } from 'node:crypto';
import { moveMonth } from '#app/donations/donations-store.server.ts';
import type { PaidDonation } from '#app/donations/paid-donation.server.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import { type Minor, minor, negate, subtract } from '#base/money/money.ts';
import { type ChargeRow, lockChargeOfDonation, moveCharge, saveCharge } from '../charge-store.server.ts';
import type { Clock } from '../clock.server.ts';
import { type EndingDeps, endMembership, membershipsTag } from '../endings.server.ts';
import type { PaidMonthNotice } from '../membership-events.server.ts';
import { begunAgain, continued, isEnjoyed, paidCharge, reducedCharge, reducedSum } from '../membership-steps.server.ts';
import {
  continueMembership,
  lockLiveMembership,
  lockMembershipOfDonation,
  type MembershipRow,
  saveMembership,
} from '../membership-store.server.ts';
import { calendarMonth } from '../month-starts.server.ts';
import { addToCalendarMonth } from '../totals-store.server.ts';
import { insertCard } from './cards-store.server.ts';

interface PaidMonthsOptions extends EndingDeps {
  readonly payments: Pick<Payments, 'charges'>;
  readonly clock: Clock;
}

/** How long the provider is asked for the card of a first month. */
const cardMilliseconds = 30 * 86_400_000;

interface Month {
  readonly row: MembershipRow;
  readonly charge: ChargeRow;
  readonly donation: PaidDonation;
  readonly now: Date;
}

/**
 * Whether a charge was under way when the donor left, and what he has paid for before is over. A month that was added meanwhile is not.
 */
const isLeft = ({ state, paidUntil }: MembershipRow, now: Date) =>
  state === 'Leaving' && (paidUntil === null || paidUntil <= now);

/** Whether a month that was begun at another level, or at none, is cheaper than the level of the membership that is there: it would open that one. */
const isTooLittle = (begun: MembershipRow, { giftedAmount, levelId, levelAmount }: MembershipRow) =>
  giftedAmount === null && levelAmount !== null && begun.levelId !== levelId && begun.amount < levelAmount;

/** Books what happens to the donations of memberships, in the transaction that moves the donation. */
export class PaidMonths {
  readonly #options: PaidMonthsOptions;

  constructor(options: PaidMonthsOptions) {
    this.#options = options;
  }

  /**
   * A month was paid; returns its number, which is another one than `planned` where memberships were merged meanwhile. After the end of its
   * membership, or after the donor has left, it is refunded.
   */
  async whenPaid(tx: Tx, donation: PaidDonation, planned: number): Promise<number> {
    const { donationId } = donation;
    const row = await lockMembershipOfDonation(tx, donationId);
    const locked = await lockChargeOfDonation(tx, donationId);
    if (row === null || locked === null) throw new Error(`donation ${donationId} pays no membership`);
    // A payment over an earlier price may turn out to be received: then what was agreed since is still to come.
    const isChange = locked.isChange && locked.amount === donation.amount;
    const charge = { ...locked, amount: donation.amount, isChange };
    const { month, membershipId } = charge;
    if (month !== planned) await moveMonth(tx, donationId, { membershipId, month });
    const now = await this.#options.clock(tx);
    if (row.state === 'Ended' || isLeft(row, now)) {
      if (row.state === 'Leaving') await endMembership(tx, this.#options, { row, reason: 'Left', now });
      return this.#giveBack(tx, { row, charge, donation, now });
    }
    return this.#count(tx, { row, charge, donation, now });
  }

  /** Has a month refunded that no membership takes, and returns its number. */
  async #giveBack(tx: Tx, { row, charge, donation, now }: Month): Promise<number> {
    const returnAt = await presentOf(tx);
    await saveCharge(tx, { ...charge, state: 'Returning', paidAt: now, returnAt, closeAt: null });
    // The card that it has saved is removed.
    if (charge.month === 1) await this.#askForCard(tx, row.id, donation.donationId);
    return charge.month;
  }

  /** Counts a paid month and returns its number. */
  async #count(tx: Tx, { row, charge, donation, now }: Month): Promise<number> {
    const { timeZone } = this.#options;
    const isFirst = row.state === 'Pending';
    const other = isFirst ? await this.#lockOther(tx, row, now) : null;
    if (other !== null && isTooLittle(row, other)) {
      await endMembership(tx, this.#options, { row, reason: 'Merged', now });
      return this.#giveBack(tx, { row, charge, donation, now });
    }
    await saveCharge(tx, { ...charge, state: 'Paid', paidAt: now, refusal: null, hasNewCard: false });
    const of = { projectId: row.projectId, month: calendarMonth(now, timeZone) };
    const before = isFirst ? other : row;
    // Whoever pays again after a pause has come back.
    const isNew = before === null || before.giftedAmount !== null || !isEnjoyed(before);
    if (isNew || other !== null) await outdateCached(tx, [membershipsTag(row.projectId)]);
    const brought = { recurring: charge.amount, charges: 1, started: isNew ? 1 : 0 };
    if (other !== null) {
      const month = await this.#merge(tx, { row, charge, donation, now }, other);
      await addToCalendarMonth(tx, of, brought);
      return month;
    }
    const paid = paidCharge(row, charge, now);
    // The number of members is locked before the calendar month, as by an end.
    await saveMembership(tx, paid);
    await addToCalendarMonth(tx, of, brought);
    if (isFirst) await this.#begin(tx, { row: paid, charge, donation, now });
    await this.#options.events.charged(tx, this.#noticeOf({ row: paid, charge, donation, now }));
    return charge.month;
  }

  /** The membership that a first month is added to; null: it begins one. Gifted months of another level are over then, so that nobody has them at this one. */
  async #lockOther(tx: Tx, { projectId, personId, levelId }: MembershipRow, now: Date): Promise<MembershipRow | null> {
    const other = await lockLiveMembership(tx, projectId, personId);
    if (other === null || other.giftedAmount === null || other.levelId === levelId) return other;
    await endMembership(tx, this.#options, { row: other, reason: 'Merged', now });
    return null;
  }

  /** All that was left of a month was refunded: it counts no more, and the membership goes on. */
  async whenRefunded(tx: Tx, donation: PaidDonation): Promise<void> {
    if (donation.month !== null) await this.#take(tx, donation.donationId, null);
  }

  /** A part of a month was refunded. */
  async whenReduced(tx: Tx, reduced: { donationId: string; month: number | null; back: Minor }): Promise<void> {
    if (reduced.month !== null) await this.#take(tx, reduced.donationId, reduced.back);
  }

  async #take(tx: Tx, donationId: string, part: Minor | null): Promise<void> {
    const row = await lockMembershipOfDonation(tx, donationId);
    const charge = await lockChargeOfDonation(tx, donationId);
    if (row === null || charge === null || charge.paidAt === null) return;
    const back = part ?? subtract(minor(charge.amount), minor(charge.refunded));
    const taken = reducedCharge(charge, back);
    await saveCharge(tx, part === null ? { ...taken, state: 'Refunded', returnAt: null } : taken);
    // A charge that was paid after the end has been counted nowhere.
    if (charge.state !== 'Paid') return;
    await saveMembership(tx, reducedSum(row, back));
    const month = calendarMonth(charge.paidAt, this.#options.timeZone);
    await addToCalendarMonth(tx, { projectId: row.projectId, month }, { recurring: negate(back) });
  }

  /** The first month was paid: from now on the provider is asked for the card. */
  async #begin(tx: Tx, month: Month): Promise<void> {
    await this.#askForCard(tx, month.row.id, month.donation.donationId);
    await this.#options.events.started(tx, this.#noticeOf(month));
  }

  /**
   * The donor has begun twice, or goes on after gifted months: the month is added to the membership that is there, which gets the newer card. Returns its
   * number.
   */
  async #merge(tx: Tx, month: Month, other: MembershipRow): Promise<number> {
    const { row, charge, now, donation } = month;
    const moved = { membershipId: other.id, month: other.months + 1 };
    await moveCharge(tx, donation.donationId, moved);
    await moveMonth(tx, donation.donationId, moved);
    const isContinued = other.giftedAmount !== null;
    const going = isContinued ? continued(other, row) : begunAgain(other, row);
    if (isContinued) await continueMembership(tx, going);
    const paid = paidCharge(going, { ...charge, ...moved }, now);
    await saveMembership(tx, paid);
    await endMembership(tx, this.#options, { row, reason: 'Merged', now });
    await this.#askForCard(tx, other.id, donation.donationId);
    const notice = this.#noticeOf({ ...month, row: paid });
    if (isContinued) await this.#options.events.started(tx, notice);
    await this.#options.events.charged(tx, notice);
    return moved.month;
  }

  async #askForCard(tx: Tx, membershipId: string, donationId: string): Promise<void> {
    const payment = await this.#options.payments.charges.paymentOf(tx, donationId);
    if (payment === null) throw new Error(`donation ${donationId} has no paid payment`);
    const expiresAt = new Date((await presentOf(tx)).getTime() + cardMilliseconds);
    await insertCard(tx, { id: randomUUID(), membershipId, ...payment, expiresAt });
  }

  #noticeOf({ row, charge, donation, now }: Month): PaidMonthNotice {
    const { id: membershipId, projectId, levelId, months, paidUntil } = row;
    const { donationId, name } = donation;
    return {
      membershipId,
      projectId,
      levelId,
      amount: minor(charge.amount),
      months,
      isGifted: false,
      donationId,
      name,
      paidUntil: paidUntil ?? now,
    };
  }
}
