import { findProject } from '#app/creators/creators.server.ts';
import { accountsPosted, platformAccount, post, providerAccount, reverseRest } from '#app/ledger/ledger.server.ts';
import type { PaymentOwner } from '#app/payments/payments.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { dropCached, outdateCached } from '#base/events/cache-tags.server.ts';
import type { Limits } from '#base/http/rate-limit.server.ts';
import { type Minor, minor, negate, subtract } from '#base/text/money.ts';
import { readSettings } from './donation-settings.server.ts';
import {
  countPaidDonation,
  countPartRefundedDonation,
  countRefundedDonation,
  type DonationRow,
  lockUnpaidDonation,
  readPaidDonations,
  readRefusedDonation,
  takeAddress,
} from './donations-store.server.ts';
import { countRefusals } from './give/refused-cards.server.ts';
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
}

/** Runs in the transaction that moves a donation; an error rolls it back. */
type Listener<Donation> = (tx: Tx, donation: Donation) => Promise<void>;

/** A donation of which a part was refunded: only the sums of its project have changed. */
type ReducedDonation = Pick<PaidDonation, 'projectId'>;

export interface DonationOwnerOptions {
  readonly limits: Limits;
  /** The payment systems of the country's cards. */
  readonly cardSystems: readonly string[];
}

/** Books donations as their payments move, and notifies the listeners. */
export interface DonationOwner extends PaymentOwner {
  onPaid(listener: Listener<PaidDonation>): void;
  onRefunded(listener: Listener<PaidDonation>): void;
  /** A part of it was refunded. */
  onReduced(listener: Listener<ReducedDonation>): void;
}

function toPaidDonation(row: DonationRow, mask: (text: string) => string): PaidDonation {
  const { id, projectId, name, message, isAnonymous, amount, createdAt, paidAt } = row;
  return {
    projectId,
    donationId: id,
    name: isAnonymous || name === null ? null : mask(name),
    amount: minor(amount),
    message: message === null ? null : mask(message),
    createdAt,
    paidAt: paidAt ?? createdAt,
  };
}

/** Some paid donations as others see them now, without refunded ones. */
export async function paidDonations(db: Queryable, ids: readonly string[]): Promise<PaidDonation[]> {
  const [rows, { stopWords }] = await Promise.all([readPaidDonations(db, ids), readSettings(db)]);
  const mask = await maskOfRows(stopWords, rows);
  return rows.map((row) => toPaidDonation(row, mask));
}

/** Donor → creator's account less commission → platform. */
async function postDonation(tx: Tx, row: DonationRow): Promise<void> {
  const project = await findProject(tx, row.projectId);
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
  const paid: Listener<PaidDonation>[] = [];
  const refunded: Listener<PaidDonation>[] = [];
  const reduced: Listener<ReducedDonation>[] = [];
  return {
    kind: donationKind,
    onPaid: (listener) => void paid.push(listener),
    onRefunded: (listener) => void refunded.push(listener),
    onReduced: (listener) => void reduced.push(listener),
    async accepts(tx, reference) {
      const unpaid = await lockUnpaidDonation(tx, reference);
      const project = unpaid && (await findProject(tx, unpaid.projectId));
      return project?.isAvailable ?? false;
    },
    async whenPaid(tx, { reference }) {
      const row = await countPaidDonation(tx, reference);
      if (row === null) throw new Error(`donation ${reference} cannot be paid again`);
      const donation = toPaidDonation(row, maskOf(row.stopWords).mask);
      for (const listener of paid) await listener(tx, donation);
      // Locks the platform's accounts last, so that no other donation waits for them while this one waits for its project's rows.
      await postDonation(tx, row);
      await outdateCached(tx, [`project:${row.projectId}`, 'recentDonations']);
    },
    async whenFailed(tx, { reference, cardPrefix, refusals }) {
      const was = await takeAddress(tx, reference);
      // Where the provider reports refused cards, they have been counted one by one.
      if (was !== null && refusals === 0) countRefusals(tx, limits, { ...was, prefixes: [cardPrefix], cardSystems });
    },
    async whenRefused(tx, { reference }, cards) {
      const donation = await readRefusedDonation(tx, reference);
      const prefixes = cards.map(({ prefix }) => prefix);
      if (donation !== null) countRefusals(tx, limits, { ...donation, prefixes, cardSystems });
    },
    async whenExpired(tx, { reference }) {
      await takeAddress(tx, reference);
    },
    async whenRefunded(tx, { reference }, outside = []) {
      const row = await countRefundedDonation(tx, reference);
      if (row === null) throw new Error(`donation ${reference} cannot be refunded`);
      const donation = toPaidDonation(row, maskOf(row.stopWords).mask);
      for (const listener of refunded) await listener(tx, donation);
      const parts = { kind: partKind, references: outside };
      await reverseRest(tx, { kind: donationKind, reference, as: refundKind, parts });
      await dropCached(tx, [`project:${row.projectId}`, 'recentDonations']);
    },
    async whenRefundedOutside(tx, { reference, refundId, back }) {
      const row = await countPartRefundedDonation(tx, reference, back);
      if (row === null) throw new Error(`${back} of donation ${reference} cannot be refunded`);
      for (const listener of reduced) await listener(tx, row);
      await postPart(tx, { reference, refundId, back, commission: minor(row.commissionBack) });
      await dropCached(tx, [`project:${row.projectId}`, 'recentDonations']);
    },
  };
}
