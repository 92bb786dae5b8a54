import { findProjects } from '#app/creators/creators.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { add, type Minor, minor, zero } from '#base/money/money.ts';
import { readDonation } from '../donations-store.server.ts';
import { readJointParts } from '../joint-rows-store.server.ts';
import { type DonorProofs, isOwnDonation } from './donor-proof.server.ts';

/** Who asks for the receipt of a donation. */
export interface ReceiptAsker {
  readonly payId: string;
  readonly proof: string | undefined;
  /** Null: a guest. */
  readonly userId: string | null;
  readonly isStaff: boolean;
}

/** What the receipt of a donation says of it. */
export interface ReceiptDonation {
  /** That of the donation as it was given: a part of a shared one has the receipt of the whole. */
  readonly payId: string;
  /** Null: the donor gave no name or is anonymous. */
  readonly name: string | null;
  /** Of a shared one the names of all, that of the page on which it was given first. */
  readonly creatorName: string;
  readonly paidAt: Date;
  /** What the platform keeps of it. */
  readonly commission: Minor;
  readonly amount: Minor;
  readonly isRefunded: boolean;
  /** Whether the asker may see the whole payment, of an order with which it was given, too. */
  readonly seesPayment: boolean;
}

/** A paid donation for those who may have its receipt: its donor, by login or proof, its creator, and the staff. Null for all others. */
export async function readReceiptDonation(
  db: Queryable,
  { payId, proof, userId, isStaff }: ReceiptAsker,
  proofs: Pick<DonorProofs, 'isTrue'>,
): Promise<ReceiptDonation | null> {
  const donation = await readDonation(db, payId);
  if (!donation?.paidAt) return null;
  const isOwn = isOwnDonation(donation, { userId, isProven: proofs.isTrue(donation.id, proof) });
  const name = donation.isAnonymous ? null : donation.name;
  const parts = donation.jointId === null ? [{ ...donation, isGone: false }] : await readJointParts(db, donation.id);
  const creators = await findProjects(
    db,
    parts.map(({ projectId }) => projectId),
  );
  const project = creators.get(donation.projectId);
  if (project === undefined) return null;
  const isCreator = [...creators.values()].some((creator) => creator.userId === userId);
  if (!isOwn && !isStaff && !isCreator) return null;
  return {
    payId: donation.id,
    name,
    creatorName: parts.flatMap(({ projectId }) => creators.get(projectId)?.displayName ?? []).join(', '),
    paidAt: donation.paidAt,
    commission: add(...parts.map(({ commission, isGone }) => (isGone ? zero : minor(commission)))),
    amount: minor(donation.whole ?? donation.amount),
    isRefunded: donation.isRefunded,
    seesPayment: isOwn || isStaff,
  };
}
