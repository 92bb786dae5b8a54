import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import {
  countPaidOf,
  countPartRefundedOf,
  countRefundedOf,
  type DonationRow,
  type PartRefundedRow,
} from './donations-store.server.ts';

/** One creator's part of a shared donation; sums in minor units. */
export interface JointPartRow extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly amount: number;
  readonly commission: number;
  /** All that was given, less what was refunded of it. */
  readonly whole: number | null;
  readonly isPaid: boolean;
  /** Nothing of it is left, while others are still paid or were refunded later. */
  readonly isGone: boolean;
  readonly hasChoices: boolean;
  readonly thankedAt: Date | null;
}

/** The donation as it was given comes first. */
const parts = statement<JointPartRow>(`
  select id, project_id as "projectId", amount, commission, joint_amount as whole,
    number is not null and refunded_at is null as "isPaid",
    joint_amount > (select joint_amount from donation where id = $1) as "isGone", has_choices as "hasChoices", thanked_at as "thankedAt"
  from donation where joint_id is not null and (id = $1 or joint_of = $1) order by joint_of nulls first, project_id`);

/** In the order of their projects, as for all donations that are moved together. */
const lockTotals = statement(`
  insert into project_total as total (project_id, last_number, paid_count, paid_sum)
  select project_id, 0, 0, 0 from (select project_id from donation where id = $1 or joint_of = $1 order by project_id) as parts
  on conflict (project_id) do update set last_number = total.last_number`);

const givenId = statement<{ id: string }>('select coalesce(joint_of, id) as id from donation where id = $1');

const countPaid = statement<DonationRow & { stopWords: string[] }>(countPaidOf('joint_id is not null'));
const countRefunded = statement<DonationRow & { stopWords: string[] }>(countRefundedOf('joint_id is not null'));
const countPartRefunded = statement<PartRefundedRow>(countPartRefundedOf('joint_id is not null'));

const lockRows = statement<{ id: string; projectId: string }>(`
  select id, project_id as "projectId" from donation where id = $1 or joint_of = $1 order by project_id for no key update`);

const reduceWhole = statement(
  'update donation set joint_amount = joint_amount - $2 where (id = $1 or joint_of = $1) and refunded_at is null',
);

/** The parts of a shared donation by the id of the donation as it was given, which comes first; none: it is not shared. */
export async function readJointParts(db: Queryable, id: string): Promise<readonly JointPartRow[]> {
  return db.run(parts, [id]);
}

/** The projects of a shared donation. */
export async function readJointProjects(db: Queryable, id: string): Promise<readonly string[]> {
  return (await readJointParts(db, id)).map(({ projectId }) => projectId);
}

/** The donation as it was given, by the id of one of its parts or its own; null: there is no such donation. */
export async function readGivenId(db: Queryable, id: string): Promise<string | null> {
  return (await db.run(givenId, [id]))[0]?.id ?? null;
}

/** Locks a donation with all of its parts, in the order of their projects, as for a refund. */
export async function lockJointRows(tx: Tx, id: string): Promise<readonly { id: string; projectId: string }[]> {
  return tx.run(lockRows, [id]);
}

/** Locks the totals of all projects of a shared donation until the transaction ends. */
export async function lockJointTotals(tx: Tx, id: string): Promise<void> {
  await tx.run(lockTotals, [id]);
}

/** Numbers a part and adds it to the totals of its project; null where that was done before. */
export async function countPaidPart(tx: Tx, { id, amount }: Pick<JointPartRow, 'id' | 'amount'>) {
  return (await tx.run(countPaid, [id, amount]))[0] ?? null;
}

/** Marks a part refunded and removes it from the totals; null where it was not paid or is refunded already. */
export async function countRefundedPart(tx: Tx, id: string) {
  return (await tx.run(countRefunded, [id]))[0] ?? null;
}

/** Takes some of a part, which is less than it, out of it and the totals, and returns what of the commission goes with it. */
export async function reducePart(tx: Tx, id: string, back: Minor): Promise<number | null> {
  return (await tx.run(countPartRefunded, [id, back]))[0]?.commissionBack ?? null;
}

/** Takes what goes back of a shared donation out of the whole, which each of its parts names; one that is gone keeps that of its last moment. */
export async function reduceJointWhole(tx: Tx, id: string, back: Minor): Promise<void> {
  await tx.run(reduceWhole, [id, back]);
}
