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
  lockJointTotals,
  readJointParts,
  reduceJointWhole,
  reducePart,
} from './joint-rows-store.server.ts';
import { type PaidDonation, type ReducedDonation, toPaidDonation } from './paid-donation.server.ts';
import { maskOf } from './settings/text-mask.server.ts';

/** Who is told of each part of a shared donation, as of any other donation. */
interface Told {
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

/** Locks the totals of all projects in their order, and behind them all accounts in theirs, so that no deadlock arises. */
async function lockForRefund(tx: Tx, reference: string): Promise<readonly JointPartRow[]> {
  await lockJointTotals(tx, reference);
  const parts = (await readJointParts(tx, reference)).filter(({ isPaid }) => isPaid);
  const accounts = new Set<string>();
  for (const { id } of parts) {
    for (const account of (await accountsPosted(tx, { kind: donationKind, reference: id })).values())
      accounts.add(account);
  }
  await lockAccounts(tx, [...accounts]);
  return parts;
}

async function refundShare(tx: Tx, id: string, told: Told): Promise<void> {
  const row = await countRefundedPart(tx, id);
  if (row === null) throw new Error(`donation ${id} cannot be refunded`);
  await told.refunded(tx, toPaidDonation(row, maskOf(row.stopWords).mask));
  await postShareBack(tx, row);
}

/** Takes a part of a share back; all of it where nothing would be left. */
async function reduceShare(
  tx: Tx,
  { part, taken, refundId }: { part: JointPartRow; taken: Minor; refundId: string },
  told: Told,
): Promise<void> {
  if (taken === 0) return;
  if (taken === part.amount) return refundShare(tx, part.id, told);
  const commission = await reducePart(tx, part.id, taken);
  if (commission === null) throw new Error(`${taken} of donation ${part.id} cannot be refunded`);
  await postPart(tx, { reference: part.id, refundId, back: taken, commission: minor(commission) });
}

/** Creates what moves shared donations. */
export function jointMoves(told: Told): JointMoves {
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
      for (const part of parts) {
        const row = await countPaidPart(tx, part);
        if (row === null) throw new Error(`donation ${part.id} cannot be paid again`);
        await told.announce(tx, toPaidDonation(row, maskOf(row.stopWords).mask));
        await postDonation(tx, row, projects.get(row.projectId) ?? null);
      }
      await outdateCached(tx, tagsOf(parts));
      return true;
    },
    async refund(tx, reference) {
      const parts = await lockForRefund(tx, reference);
      if (parts.length === 0) return false;
      for (const { id } of parts) await refundShare(tx, id, told);
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
      for (const [at, part] of parts.entries()) {
        const own = taken[at] ?? zero;
        await reduceShare(tx, { part, taken: own, refundId: shareReference(refundId, part, at) }, told);
      }
      await reduceJointWhole(tx, reference, back);
      for (const [at, { id, projectId, amount, hasChoices }] of parts.entries()) {
        const own = taken[at] ?? zero;
        // What a donor chose counts the whole, and so does what is taken out of it; a share that is gone is told of already.
        const isTold = at > 0 && (own === 0 || own === amount);
        const reduced = { projectId, donationId: id, month: null, giftedMonths: null, hasChoices };
        if (!isTold) await told.reduced(tx, { ...reduced, back: own, wholeBack: at === 0 ? back : own });
      }
      await dropCached(tx, tagsOf(parts));
      return true;
    },
  };
}
