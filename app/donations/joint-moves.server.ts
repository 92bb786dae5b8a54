import { findProjects } from '#app/creators/creators.server.ts';
import { refundsOf } from '#app/joint/shares.ts';
import { accountsPosted, lockAccounts } from '#app/ledger/ledger.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { dropCached, outdateCached } from '#base/events/cache-tags.server.ts';
import { type Minor, minor, zero } from '#base/money/money.ts';
import { derivedId } from './derived-id.server.ts';
import { donationKind, postDonation, postPart, postShareBack } from './donation-postings.server.ts';
import {
  countPaidPart,
  countRefundedPart,
  type JointPartRow,
  lockJointRows,
  lockJointTotals,
  readJointParts,
  reduceJointWhole,
  reducePart,
} from './joint-rows-store.server.ts';
import { type PaidDonation, type ReducedDonation, toPaidDonation } from './paid-donation.server.ts';
import { maskOf } from './settings/text-mask.server.ts';

/** What is notified of each part of a shared donation, as of any other donation. */
interface Notified {
  announce(tx: Tx, donation: PaidDonation): Promise<void>;
  refunded(tx: Tx, donation: PaidDonation): Promise<void>;
  reduced(tx: Tx, donation: ReducedDonation): Promise<void>;
}

interface PartBack {
  readonly reference: string;
  readonly refundId: string;
  readonly back: Minor;
}

/** Moves donations that are shared (docs/rules.md#joint-streams); each returns false where the donation is not. */
export interface JointMoves {
  pay(tx: Tx, reference: string, amount: Minor): Promise<boolean>;
  refund(tx: Tx, reference: string): Promise<boolean>;
  reduce(tx: Tx, part: PartBack): Promise<boolean>;
}

const tagsOf = (parts: readonly JointPartRow[]) => [
  ...parts.map(({ projectId }) => `project:${projectId}`),
  'recentDonations',
];

/** The reference of what a refunded part takes from a share: that of the donation as it was given is the refund's own. */
function shareReference(refundId: string, { id }: JointPartRow, at: number): string {
  return at === 0 ? refundId : derivedId(refundId, id);
}

/**
 * Locks the totals of all projects in their order, and behind them the shares, as whoever rewords their message does, and all accounts in theirs, so that no
 * deadlock arises.
 */
async function lockForRefund(tx: Tx, reference: string): Promise<readonly JointPartRow[]> {
  await lockJointTotals(tx, reference);
  await lockJointRows(tx, reference);
  const parts = (await readJointParts(tx, reference)).filter(({ isPaid }) => isPaid);
  const accounts = new Set<string>();
  for (const { id } of parts) {
    for (const account of (await accountsPosted(tx, { kind: donationKind, reference: id })).values())
      accounts.add(account);
  }
  await lockAccounts(tx, [...accounts]);
  return parts;
}

async function refundShare(tx: Tx, id: string): Promise<PaidDonation> {
  const row = await countRefundedPart(tx, id);
  if (row === null) throw new Error(`donation ${id} cannot be refunded`);
  await postShareBack(tx, row);
  return toPaidDonation(row, maskOf(row.stopWords).mask);
}

/** Takes some of a share back, and returns the share where that is all of it. */
async function reduceShare(
  tx: Tx,
  { part, taken, refundId }: { part: JointPartRow; taken: Minor; refundId: string },
): Promise<PaidDonation | null> {
  if (taken === part.amount) return refundShare(tx, part.id);
  if (taken === 0) return null;
  const commission = await reducePart(tx, part.id, taken);
  if (commission === null) throw new Error(`${taken} of donation ${part.id} cannot be refunded`);
  await postPart(tx, { reference: part.id, refundId, back: taken, commission: minor(commission) });
  return null;
}

/** The order in which projects are notified, as by whoever ends a stream: each holds its events until the commit. */
const byProject = (one: { readonly projectId: string }, other: { readonly projectId: string }) =>
  one.projectId < other.projectId ? -1 : 1;

/** Creates what moves shared donations. */
export function jointMoves(notified: Notified): JointMoves {
  return {
    async pay(tx, reference, amount) {
      const [given, ...others] = await readJointParts(tx, reference);
      if (given === undefined) return false;
      if (given.whole !== amount) throw new Error(`${amount} is not what donation ${reference} asks for`);
      const parts = [given, ...others];
      await lockJointTotals(tx, reference);
      const projects = await findProjects(
        tx,
        parts.map(({ projectId }) => projectId),
      );
      await lockAccounts(
        tx,
        [...projects.values()].map(({ accountId }) => accountId),
      );
      for (const part of parts.toSorted(byProject)) {
        const row = await countPaidPart(tx, part);
        if (row === null) throw new Error(`donation ${part.id} cannot be paid again`);
        await notified.announce(tx, toPaidDonation(row, maskOf(row.stopWords).mask));
        await postDonation(tx, row, projects.get(row.projectId) ?? null);
      }
      await outdateCached(tx, tagsOf(parts));
      return true;
    },
    async refund(tx, reference) {
      const parts = await lockForRefund(tx, reference);
      if (parts.length === 0) return false;
      for (const { id } of parts.toSorted(byProject)) await notified.refunded(tx, await refundShare(tx, id));
      await dropCached(tx, tagsOf(parts));
      return true;
    },
    async reduce(tx, { reference, refundId, back }) {
      const parts = await lockForRefund(tx, reference);
      if (parts.length === 0) return false;
      const taken = refundsOf(
        back,
        parts.map(({ amount }) => minor(amount)),
      );
      const gone = new Map<string, PaidDonation>();
      for (const [at, part] of parts.entries()) {
        const own = taken[at] ?? zero;
        const refunded = await reduceShare(tx, { part, taken: own, refundId: shareReference(refundId, part, at) });
        if (refunded !== null) gone.set(part.id, refunded);
      }
      await reduceJointWhole(tx, reference, back);
      for (const { id, projectId, hasChoices } of parts.toSorted(byProject)) {
        const refunded = gone.get(id);
        const at = parts.findIndex((part) => part.id === id);
        const own = taken[at] ?? zero;
        const donation = { projectId, donationId: id, month: null, giftedMonths: null, giftedPieces: null, hasChoices };
        // What its donor chose counts the whole, and so does what is taken out of it.
        const wholeBack = at === 0 ? back : own;
        if (refunded !== undefined) await notified.refunded(tx, refunded);
        else if (wholeBack > 0) await notified.reduced(tx, { ...donation, back: own, wholeBack });
      }
      await dropCached(tx, tagsOf(parts));
      return true;
    },
  };
}
