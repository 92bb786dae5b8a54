import { findProject, type Project } from '#app/creators/creators.server.ts';
import { addedSeconds } from '#app/donathon/added-time.server.ts';
import {
  accountsPosted,
  lockAccounts,
  platformAccount,
  post,
  providerAccount,
  reverseRest,
} from '#app/ledger/ledger.server.ts';
import type { PaymentOwner } from '#app/payments/payments.server.ts';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { dropCached, outdateCached } from '#base/events/cache-tags.server.ts';
import { type Minor, minor, negate, subtract } from '#base/money/money.ts';
import { readDonationSettings } from './donation-settings-store.server.ts';
import {
  countPaidDonation,
  countPartRefundedDonation,
  countRefundedDonation,
  type DonationRow,
  lockProjectTotal,
  lockUnpaidDonation,
  readPaidDonations,
  readRefusedDonation,
  takeAddress,
} from './donations-store.server.ts';
import type { GiftReceiver } from './gift-receivers.ts';
import { countRefusals } from './give/refused-cards.server.ts';
import { priceMonth } from './monthly-donations.server.ts';
import { maskOf, maskOfRows } from './settings/text-mask.server.ts';

/** Kinds of payments and postings of donations. */
export const donationKind = 'donation';
const refundKind = 'donation-refund';
const partKind = 'donation-part-refund';

/** A paid donation as others may see it. Amount in minor units. */
export interface PaidDonation {
  readonly projectId: string;
  /** The payId. */
  readonly donationId: string;
  /** Null for an anonymous donation; stop words are masked. */
  readonly name: string | null;
  readonly amount: Minor;
  /** Stop words are masked. */
  readonly message: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date;
  /** The month of monthly support that it pays; null: it was given once. */
  readonly month: number | null;
  /** The months that it gives to others; null: it gives none. */
  readonly giftedMonths: number | null;
  readonly giftedTo: GiftReceiver | null;
  /** Its donor has chosen something with it. */
  readonly hasChoices: boolean;
  /** What it adds to the creator's clock; null: it counts for none. */
  readonly clockSeconds: number | null;
}

/** Runs in the transaction that moves a donation; an error rolls it back. */
type Listener<Donation> = (tx: Tx, donation: Donation) => Promise<void>;

async function notify<Donation>(listeners: readonly Listener<Donation>[], tx: Tx, donation: Donation): Promise<void> {
  for (const listener of listeners) await listener(tx, donation);
}

/** A donation of which a part was refunded: only sums have changed. */
interface ReducedDonation
  extends Pick<PaidDonation, 'projectId' | 'donationId' | 'month' | 'giftedMonths' | 'hasChoices'> {
  /** The refunded part. */
  readonly back: Minor;
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

function toPaidDonation(
  row: DonationRow,
  mask: (text: string) => string,
  clockSeconds: number | null = null,
): PaidDonation {
  const { id, projectId, name, message, isAnonymous, amount, createdAt, paidAt, month, hasChoices } = row;
  const { giftedMonths, giftedTo } = row;
  return {
    projectId,
    donationId: id,
    name: isAnonymous || name === null ? null : mask(name),
    amount: minor(amount),
    message: message === null ? null : mask(message),
    createdAt,
    paidAt: paidAt ?? createdAt,
    month,
    giftedMonths,
    giftedTo,
    hasChoices,
    clockSeconds,
  };
}

/** Some paid donations as others see them now, without refunded ones. */
export async function paidDonations(db: Queryable, ids: readonly string[]): Promise<PaidDonation[]> {
  const [rows, { stopWords }, seconds] = await Promise.all([
    readPaidDonations(db, ids),
    readDonationSettings(db),
    addedSeconds(db, ids),
  ]);
  const mask = await maskOfRows(stopWords, rows);
  return rows.map((row) => toPaidDonation(row, mask, seconds.get(row.id) ?? null));
}

/** The names of the donors of some donations as others see them; anonymous and refunded ones are left out. */
export async function publicNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const [rows, { stopWords }] = await Promise.all([readPaidDonations(db, ids), readDonationSettings(db)]);
  const mask = await maskOfRows(stopWords, rows);
  return new Map(
    rows.flatMap(({ id, name, isAnonymous }) => (isAnonymous || name === null ? [] : [[id, mask(name)] as const])),
  );
}

/** Donor → creator's account less commission → platform. */
async function postDonation(tx: Tx, row: DonationRow, project: Project | null): Promise<void> {
  if (project === null) throw new Error(`the project of donation ${row.id} is not there`);
  const amount = minor(row.amount);
  const commission = minor(row.commission);
  const entries = [
    { accountId: providerAccount, amount: negate(amount) },
    { accountId: project.accountId, amount: subtract(amount, commission) },
    { accountId: platformAccount, amount: commission },
  ];
  if (!(await post(tx, { kind: donationKind, reference: row.id, entries }))) {
    throw new Error(`donation ${row.id} has been posted before`);
  }
}

/** A month whose price has changed since the payment that turns out to be received is booked with what that has brought. */
async function countOtherAmount(tx: Tx, reference: string, amount: Minor) {
  await priceMonth(tx, reference, amount);
  return countPaidDonation(tx, reference, amount);
}

/** Reverses a part of what was posted, between the same accounts. */
async function postPart(
  tx: Tx,
  { reference, refundId, back, commission }: { reference: string; refundId: string; back: Minor; commission: Minor },
): Promise<void> {
  const [accountId] = (await accountsPosted(tx, { kind: donationKind, reference })).values();
  const earned = subtract(back, commission);
  // A creator who earned nothing has no entry.
  if (accountId === undefined && earned !== 0) throw new Error(`donation ${reference} has paid nothing to its creator`);
  const entries = [
    { accountId: providerAccount, amount: back },
    { accountId: platformAccount, amount: negate(commission) },
    ...(accountId === undefined ? [] : [{ accountId, amount: negate(earned) }]),
  ];
  if (!(await post(tx, { kind: partKind, reference: refundId, entries }))) {
    throw new Error(`the part ${refundId} of donation ${reference} has been posted before`);
  }
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
      const project = unpaid && (await findProject(tx, unpaid.projectId));
      return project?.isAvailable ?? false;
    },
    async whenPaid(tx, { reference, amount }) {
      const row = (await countPaidDonation(tx, reference, amount)) ?? (await countOtherAmount(tx, reference, amount));
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
      if (row === null) throw new Error(`donation ${reference} cannot be refunded`);
      const donation = toPaidDonation(row, maskOf(row.stopWords).mask);
      await notify(refunded, tx, donation);
      const parts = { kind: partKind, references: providerRefunds };
      await reverseRest(tx, { kind: donationKind, reference, as: refundKind, parts });
      await dropCached(tx, [`project:${row.projectId}`, 'recentDonations']);
    },
    async whenProviderRefunded(tx, { reference, refundId, back }) {
      const row = await countPartRefundedDonation(tx, reference, back);
      if (row === null) throw new Error(`${back} of donation ${reference} cannot be refunded`);
      const { projectId, month, giftedMonths, hasChoices } = row;
      await notify(reduced, tx, { projectId, donationId: reference, month, giftedMonths, hasChoices, back });
      await postPart(tx, { reference, refundId, back, commission: minor(row.commissionBack) });
      await dropCached(tx, [`project:${row.projectId}`, 'recentDonations']);
    },
  };
}
