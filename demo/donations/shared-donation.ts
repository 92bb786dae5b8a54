import { v7 as uuidV7 } from 'uuid';
import { derivedId } from '#app/donations/derived-id.server.ts';
import { insertJoint } from '#app/joint/joint-store.server.ts';
import { sharesOf } from '#app/joint/shares.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import type { DemoPerson } from '../people.ts';
import type { DemoDonation } from './donations.ts';

interface World {
  /** The first two share. */
  readonly creators: ReadonlyMap<string, DemoPerson>;
  readonly commissionPercent: number;
  readonly now: Date;
}

const hour = 3_600_000;
const day = 24 * hour;
/** Older than what chooses and prolongs, so that no choice counts the whole. */
const oldest = 60 * day;
const newest = 16 * day;

const title = 'Кооператив до утра';
const percents = [60, 40];

const dateJoint = statement(`
  update joint_stream set created_at = $2::timestamptz - interval '1 day', started_at = $2, ends_at = $2::timestamptz + interval '12 hours',
    ended_at = $2::timestamptz + interval '5 hours' where id = $1`);
const dateAnswers = statement(
  `update joint_member set agreed_at = $2::timestamptz - interval '1 hour' where joint_id = $1`,
);

/** The largest donation to a creator in the time before the choices, and the newest for the smallest: one that is not refunded. */
function pick(donations: readonly DemoDonation[], { projectId }: DemoPerson, now: Date): DemoDonation | undefined {
  const since = now.getTime() - oldest;
  const until = now.getTime() - newest;
  return donations
    .filter((one) => one.projectId === projectId && one.refundedAt === null && one.membershipId === undefined)
    .filter(({ paidAt }) => paidAt.getTime() > since && paidAt.getTime() < until)
    .toSorted((one, other) => other.amount - one.amount)[0];
}

/**
 * Adds a stream that the first two creators have given together, and shares a donation in it: one to the second creator becomes the part of it. Their number
 * stays the same.
 */
export async function addSharedDonation(
  tx: Tx,
  donations: readonly DemoDonation[],
  { creators, commissionPercent, now }: World,
): Promise<DemoDonation[]> {
  const [host, other] = creators.values();
  const given = host && pick(donations, host, now);
  const replaced = other && pick(donations, other, now);
  if (!given || !replaced) return [...donations];
  const startedAt = new Date(given.createdAt.getTime() - 2 * hour);
  const jointId = uuidV7({ msecs: startedAt.getTime() - day });
  const members = [host, other].map(({ projectId }, at) => ({ projectId, percent: percents[at] ?? 0 }));
  await insertJoint(tx, { id: jointId, hostProjectId: host.projectId, title, members });
  await tx.run(dateJoint, [jointId, startedAt]);
  await tx.run(dateAnswers, [jointId, startedAt]);
  const asked = { amount: given.amount, commissionPercent, givenTo: host.projectId };
  const [first, second] = sharesOf(asked, members);
  if (!first || !second) throw new Error('both have a part');
  const shared = { jointId, whole: given.amount };
  const id = derivedId(given.id, other.projectId);
  const { projectId, accountId } = replaced;
  return donations.map((one) => {
    if (one === given) return { ...given, ...shared, amount: first.amount, commission: first.commission };
    if (one !== replaced) return one;
    const part = { ...given, ...shared, id, projectId, accountId, jointOf: given.id };
    return { ...part, amount: second.amount, commission: second.commission };
  });
}
