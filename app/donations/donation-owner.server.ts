import { dropCached } from '#base/cache-tags.server.ts';
import type { Tx } from '#base/db.server.ts';
import { type Minor, minor, negate, subtract } from '#base/money.ts';
import type { Limits } from '#base/rate-limit.server.ts';
import { findProject } from '../creators/creators.server.ts';
import { platformAccount, post, providerAccount, reverse } from '../ledger/ledger.server.ts';
import type { PaymentOwner } from '../payments/payments.server.ts';
import { countRefusals } from './donation-budgets.server.ts';
import { stopWordsOf } from './donation-settings.server.ts';
import {
  countPaidDonation,
  countRefundedDonation,
  type DonationRow,
  readRefusedGift,
  takeAddress,
} from './donations-store.server.ts';

/** Kinds of payments and postings of gifts. */
export const donationKind = 'donation';
const refundKind = 'donation-refund';

/** A gift that has just been paid, as others may see it. Amount in minor units. */
export interface PaidDonation {
  readonly projectId: string;
  /** The payId. */
  readonly donationId: string;
  /** Null for an anonymous gift; stop words are masked. */
  readonly name: string | null;
  readonly amount: Minor;
  /** Stop words are masked. */
  readonly message: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date;
}

/** What others do when a gift is paid or given back, in the same transaction; an error undoes all of it. */
type DonationListener = (tx: Tx, donation: PaidDonation) => Promise<void>;

export interface DonationOwnerOptions {
  readonly limits: Limits;
  /** The payment systems of the country's cards. */
  readonly cardSystems: readonly string[];
  readonly whenPaid: readonly DonationListener[];
  readonly whenRefunded: readonly DonationListener[];
}

function toPaidDonation(row: DonationRow, words: readonly string[]): PaidDonation {
  const { mask } = stopWordsOf(words);
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

/** Donor → creator's account less commission → platform. */
async function postGift(tx: Tx, row: DonationRow): Promise<void> {
  const project = await findProject(tx, row.projectId);
  if (project === null) throw new Error(`the project of gift ${row.id} is not there`);
  const amount = minor(row.amount);
  const commission = minor(row.commission);
  const entries = [
    { accountId: providerAccount, amount: negate(amount) },
    { accountId: project.accountId, amount: subtract(amount, commission) },
    { accountId: platformAccount, amount: commission },
  ];
  if (!(await post(tx, { kind: donationKind, reference: row.id, entries }))) {
    throw new Error(`gift ${row.id} has been posted before`);
  }
}

/** What happens to a gift when its payment moves: all within the transaction that moves the payment (contract, section 6). */
export function createDonationOwner(options: DonationOwnerOptions): PaymentOwner {
  const { limits, cardSystems, whenPaid, whenRefunded } = options;
  return {
    kind: donationKind,
    async whenPaid(tx, { reference }) {
      const row = await countPaidDonation(tx, reference);
      if (row === null) throw new Error(`gift ${reference} cannot be paid again`);
      const donation = toPaidDonation(row, row.stopWords);
      for (const listener of whenPaid) await listener(tx, donation);
      // The house's accounts are locked last: nobody else's gift waits while this project's rows are waited for.
      await postGift(tx, row);
      await dropCached(tx, [`project:${row.projectId}`, 'recentGifts']);
    },
    async whenFailed(tx, { reference, cardPrefix, refusals }) {
      const was = await takeAddress(tx, reference);
      // Where the provider tells of its refused cards, they have been counted one by one.
      if (was !== null && refusals === 0) countRefusals(tx, limits, { ...was, prefixes: [cardPrefix], cardSystems });
    },
    async whenRefused(tx, { reference }, cards) {
      const gift = await readRefusedGift(tx, reference);
      const prefixes = cards.map(({ prefix }) => prefix);
      if (gift !== null) countRefusals(tx, limits, { ...gift, prefixes, cardSystems });
    },
    async whenExpired(tx, { reference }) {
      await takeAddress(tx, reference);
    },
    async whenRefunded(tx, { reference }) {
      const row = await countRefundedDonation(tx, reference);
      if (row === null) throw new Error(`gift ${reference} cannot be given back`);
      const donation = toPaidDonation(row, row.stopWords);
      for (const listener of whenRefunded) await listener(tx, donation);
      await reverse(tx, { kind: donationKind, reference, as: refundKind });
      await dropCached(tx, [`project:${row.projectId}`, 'recentGifts']);
    },
  };
}
