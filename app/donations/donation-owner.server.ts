import { findProject, findProjects } from '#app/creators/creators.server.ts';
import { lockAccounts, reverseRest } from '#app/ledger/ledger.server.ts';
import type { PaymentOwner } from '#app/payments/payments.server.ts';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { dropCached, outdateCached } from '#base/events/cache-tags.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { donationKind, partKind, postDonation, postPart, refundKind } from './donation-postings.server.ts';
import {
  countPaidDonation,
  countPartRefundedDonation,
  countRefundedDonation,
  lockProjectTotal,
  lockUnpaidDonation,
  readRefusedDonation,
  takeAddress,
} from './donations-store.server.ts';
import { countRefusals } from './give/refused-cards.server.ts';
import { type JointMoves, jointMoves } from './joint-moves.server.ts';
import { readJointProjects } from './joint-rows-store.server.ts';
import { priceMonth } from './monthly-donations.server.ts';
import { type PaidDonation, type ReducedDonation, toPaidDonation } from './paid-donation.server.ts';
import { maskOf } from './settings/text-mask.server.ts';

/** Runs in the transaction that moves a donation; an error rolls it back. */
type Listener<Donation> = (tx: Tx, donation: Donation) => Promise<void>;

async function notify<Donation>(listeners: readonly Listener<Donation>[], tx: Tx, donation: Donation): Promise<void> {
  for (const listener of listeners) await listener(tx, donation);
}

/** A donation that will not be paid: its payment has failed, or was closed. */
type GivenUpDonation = Pick<PaidDonation, 'donationId' | 'hasChoices'>;

export interface DonationOwnerOptions {
  readonly limits: Limits;
  /** The payment systems of the country's cards. */
  readonly cardSystems: readonly string[];
}

/** Books donations as their payments move, and notifies the listeners. */
export interface DonationOwner extends PaymentOwner {
  /** Books the month that a donation pays, before `onPaid`, and returns its number: it may have become another one since it was planned. */
  onMonthPaid(book: (tx: Tx, donation: PaidDonation, month: number) => Promise<number>): void;
  /** Counts a donation for the creator's clock, before `onPaid`, and returns the seconds that it adds; null: no clock runs. */
  onTimePaid(count: (tx: Tx, donation: PaidDonation) => Promise<number | null>): void;
  onPaid(listener: Listener<PaidDonation>): void;
  onRefunded(listener: Listener<PaidDonation>): void;
  /** A part of it was refunded. */
  onReduced(listener: Listener<ReducedDonation>): void;
  /** It will not be paid. */
  onGivenUp(listener: Listener<GivenUpDonation>): void;
  /**
   * Locks what the donation posts to, together with the `accounts` of other postings of the transaction: rows of the project come before
   * accounts, and accounts in the order of all postings, so that no deadlock arises. Call it before any of them.
   */
  lockWith(tx: Tx, reference: string, accounts: Iterable<string>): Promise<void>;
}

/** A month whose price has changed since the payment that turns out to be received is booked with what that has brought. */
async function countOtherAmount(tx: Tx, reference: string, amount: Minor) {
  await priceMonth(tx, reference, amount);
  return countPaidDonation(tx, reference, amount);
}

/** Handles the state changes of a donation's payment, in the transaction that changes it (docs/rules.md#donations). */
export function createDonationOwner({ limits, cardSystems }: DonationOwnerOptions): DonationOwner {
  const months: Parameters<DonationOwner['onMonthPaid']>[0][] = [];
  const times: Parameters<DonationOwner['onTimePaid']>[0][] = [];
  const paid: Listener<PaidDonation>[] = [];
  const refunded: Listener<PaidDonation>[] = [];
  const reduced: Listener<ReducedDonation>[] = [];
  const givenUp: Listener<GivenUpDonation>[] = [];
  async function announce(tx: Tx, donation: PaidDonation): Promise<void> {
    let { month } = donation;
    for (const book of months) month = month === null ? null : await book(tx, donation, month);
    let { clockSeconds } = donation;
    for (const count of times) clockSeconds = await count(tx, donation);
    await notify(paid, tx, { ...donation, month, clockSeconds });
  }
  /** Returns where it came from and to whom it would have gone; null: that is forgotten already. */
  async function giveUp(tx: Tx, donationId: string) {
    const was = await takeAddress(tx, donationId);
    if (was === null) return null;
    const { hasChoices, ...origin } = was;
    await notify(givenUp, tx, { donationId, hasChoices });
    return origin;
  }
  const joint: JointMoves = jointMoves({
    announce,
    refunded: (tx, donation) => notify(refunded, tx, donation),
    reduced: (tx, donation) => notify(reduced, tx, donation),
  });
  return {
    kind: donationKind,
    onMonthPaid: (book) => void months.push(book),
    onTimePaid: (count) => void times.push(count),
    onPaid: (listener) => void paid.push(listener),
    onRefunded: (listener) => void refunded.push(listener),
    onReduced: (listener) => void reduced.push(listener),
    onGivenUp: (listener) => void givenUp.push(listener),
    async lockWith(tx, reference, accounts) {
      const projectId = await lockProjectTotal(tx, reference);
      const project = projectId === null ? null : await findProject(tx, projectId);
      if (project === null) throw new Error(`the project of donation ${reference} is not there`);
      await lockAccounts(tx, [project.accountId, ...accounts]);
    },
    async accepts(tx, reference) {
      const unpaid = await lockUnpaidDonation(tx, reference);
      if (unpaid === null) return false;
      const ids = unpaid.jointId === null ? [unpaid.projectId] : await readJointProjects(tx, reference);
      const projects = await findProjects(tx, ids);
      return ids.every((id) => projects.get(id)?.isAvailable ?? false);
    },
    async whenPaid(tx, { reference, amount }) {
      const known = await countPaidDonation(tx, reference, amount);
      if (known === null && (await joint.pay(tx, reference, amount))) return;
      const row = known ?? (await countOtherAmount(tx, reference, amount));
      if (row === null) throw new Error(`donation ${reference} cannot be paid again`);
      const donation = toPaidDonation(row, maskOf(row.stopWords).mask);
      // What does not need the answer to another statement is sent along with it.
      const [project] = await Promise.all([findProject(tx, row.projectId), announce(tx, donation)]);
      // Locks the creator's account after the rows of his project, in the order of all others.
      await Promise.all([
        postDonation(tx, row, project),
        outdateCached(tx, [`project:${row.projectId}`, 'recentDonations']),
      ]);
    },
    async whenFailed(tx, { reference, cardPrefix, refusals }) {
      const was = await giveUp(tx, reference);
      // Where the provider reports refused cards, they have been counted one by one.
      if (was !== null && refusals === 0) countRefusals(tx, limits, { ...was, prefixes: [cardPrefix], cardSystems });
    },
    async whenRefused(tx, { reference }, cards) {
      const donation = await readRefusedDonation(tx, reference);
      const prefixes = cards.map(({ prefix }) => prefix);
      if (donation?.isTyped) countRefusals(tx, limits, { ...donation, prefixes, cardSystems });
    },
    async whenExpired(tx, { reference }) {
      await giveUp(tx, reference);
    },
    async whenRefunded(tx, { reference }, providerRefunds = []) {
      const row = await countRefundedDonation(tx, reference);
      if (row === null && (await joint.refund(tx, reference))) return;
      if (row === null) throw new Error(`donation ${reference} cannot be refunded`);
      const donation = toPaidDonation(row, maskOf(row.stopWords).mask);
      await notify(refunded, tx, donation);
      const parts = { kind: partKind, references: providerRefunds };
      await reverseRest(tx, { kind: donationKind, reference, as: refundKind, parts });
      await dropCached(tx, [`project:${row.projectId}`, 'recentDonations']);
    },
    async whenProviderRefunded(tx, { reference, refundId, back }) {
      const row = await countPartRefundedDonation(tx, reference, back);
      if (row === null && (await joint.reduce(tx, { reference, refundId, back }))) return;
      if (row === null) throw new Error(`${back} of donation ${reference} cannot be refunded`);
      const { projectId, month, giftedMonths, giftedPieces, hasChoices } = row;
      await notify(reduced, tx, {
        projectId,
        donationId: reference,
        month,
        giftedMonths,
        giftedPieces,
        hasChoices,
        back,
        wholeBack: back,
      });
      await postPart(tx, { reference, refundId, back, commission: minor(row.commissionBack) });
      await dropCached(tx, [`project:${row.projectId}`, 'recentDonations']);
    },
  };
}
