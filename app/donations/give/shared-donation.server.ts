import { jointChanged } from '#app/joint/joint-failures.ts';
import type { SeenJoint } from '#app/joint/joint-shapes.ts';
import { findRunningJoint, holdRunningJoint, type RunningJoint } from '#app/joint/running-joint.server.ts';
import { type Share, sharesOf } from '#app/joint/shares.ts';
import { donationLine } from '#app/payments/payment-lines.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { derivedId } from '../derived-id.server.ts';
import { readCommissionPercent, requireTakeMoney } from '../donation-checks.server.ts';
import { type CheckedDonation, insertDonation } from '../donations-store.server.ts';

/** What the creators of a stream together have of a donation, as its donor was shown; the one on whose page it is given comes first. */
export interface SharedDonation {
  readonly joint: RunningJoint;
  readonly shares: readonly Share[];
}

/** Refuses what was not shown to the donor; whoever was shown nothing shares what runs. */
function requireSeen(joint: RunningJoint | null, seen: SeenJoint | undefined): void {
  if (seen === undefined) return;
  const isSame = seen === null ? joint === null : seen.id === joint?.id && seen.revision === joint.revision;
  if (!isSame) throw jointChanged();
}

/** How a donation that may be given is shared; null: it is not. */
export async function shareDonation(
  db: Queryable,
  { projectId, amount, seen }: { projectId: string; amount: Minor; seen: SeenJoint | undefined },
): Promise<SharedDonation | null> {
  const joint = await findRunningJoint(db, projectId);
  requireSeen(joint, seen);
  if (joint === null) return null;
  const sharers = joint.members.map(({ project, percent }) => ({ projectId: project.projectId, percent }));
  const commissionPercent = await readCommissionPercent(db);
  return { joint, shares: sharesOf({ amount, commissionPercent, givenTo: projectId }, sharers) };
}

/** What of a donation is written of the page on which it is given. */
export function givenPart({ joint, shares }: SharedDonation, amount: Minor) {
  const [given] = shares;
  if (given === undefined) throw new Error(`stream ${joint.id} shares nothing`);
  return { amount: given.amount, commission: given.commission, joint_id: joint.id, joint_amount: amount };
}

/** The lines of its payment: each creator is the seller of a line. */
export function sharedLines({ joint, shares }: SharedDonation) {
  return shares.map(({ projectId, amount }) => {
    const member = joint.members.find(({ project }) => project.projectId === projectId);
    return donationLine({ taxNumber: member?.project.taxNumber ?? null }, amount);
  });
}

/** Writes the parts of the other creators, if the stream is still as the donor saw it; who ends it or leaves waits. */
export async function writeParts(
  tx: Tx,
  { joint, shares }: SharedDonation,
  donation: CheckedDonation & { readonly id: string },
): Promise<void> {
  const [given, ...others] = shares;
  await requireTakeMoney(
    tx,
    shares.map(({ projectId }) => projectId),
  );
  const now = await holdRunningJoint(tx, given?.projectId ?? '');
  requireSeen(now, { id: joint.id, revision: joint.revision });
  for (const { projectId, amount, commission } of others) {
    await insertDonation(tx, {
      // The same where the request is repeated.
      id: derivedId(donation.id, projectId),
      project_id: projectId,
      donor_id: donation.donor_id,
      donor_key: donation.donor_key,
      name: donation.name,
      message: donation.message,
      is_anonymous: donation.is_anonymous,
      amount: minor(amount),
      commission,
      address: null,
      has_choices: false,
      joint_id: joint.id,
      joint_of: donation.id,
      joint_amount: donation.amount,
    });
  }
}
