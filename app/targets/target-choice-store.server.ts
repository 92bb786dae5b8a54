import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

interface OfferedTargetRow extends Record<string, unknown> {
  readonly revision: number;
  readonly isOpen: boolean;
}

/** What a donation was given for. */
interface GivenTargetRow extends Record<string, unknown> {
  readonly donationId: string;
  readonly targetId: string;
  readonly target: string;
  /** False: not paid, or paid when the target was over. */
  readonly isCounted: boolean;
}

const offered = statement<OfferedTargetRow>(`
  select t.revision, t.closed_at is null as "isOpen" from target t
  where t.id = $1 and t.project_id = $2 and t.removed_at is null`);

const insert = statement<{ id: string }>(`
  with target as (
    select t.id from target t where t.id = $2 and t.revision = $3 and t.closed_at is null for key share
  )
  insert into target_choice (donation_id, target_id) select $1, id from target
  returning donation_id as id`);

/** Waits for whoever is closing the target, and does not count if that came first. */
const count = statement(`
  with chosen as (
    select t.id from target t
    where t.id = (select c.target_id from target_choice c where c.donation_id = $1 and c.sum is null) and t.closed_at is null
    for no key update
  )
  update target_choice c set sum = $2::bigint from chosen where c.donation_id = $1`);

const reduce = statement(
  'update target_choice set sum = sum - coalesce($2::bigint, sum) where donation_id = $1 and sum is not null',
);

const given = statement<GivenTargetRow>(`
  select c.donation_id as "donationId", t.id as "targetId", t.text as target, c.sum is not null as "isCounted"
  from target_choice c join target t on t.id = c.target_id
  where c.donation_id = any ($1::uuid[]) and t.removed_at is null`);

/** A target that a donor may choose, with the revision that the donor has seen. */
export interface TargetChoice {
  readonly targetId: string;
  readonly revision: number;
}

/** What a donor may choose of a project; null: there is no such target, or a moderator has taken it away. */
export async function readOfferedTarget(
  db: Queryable,
  projectId: string,
  targetId: string,
): Promise<OfferedTargetRow | null> {
  return (await db.run(offered, [targetId, projectId]))[0] ?? null;
}

/** Writes the choice of a new donation; false if the target is over or no longer the one that the donor has seen. */
export async function insertTargetChoice(
  tx: Tx,
  donationId: string,
  { targetId, revision }: TargetChoice,
): Promise<boolean> {
  return (await tx.run(insert, [donationId, targetId, revision])).length > 0;
}

/** Counts the choice of a donation that is being paid, unless its target is over. Call it once, in the transaction that pays. */
export async function countTargetChoice(tx: Tx, donationId: string, amount: number): Promise<void> {
  await tx.run(count, [donationId, amount]);
}

/** Takes the refunded part of a donation out of its target, in the transaction of the refund; null: all of it. */
export async function reduceTargetChoice(tx: Tx, donationId: string, back: number | null): Promise<void> {
  await tx.run(reduce, [donationId, back]);
}

/** What some donations were given for, without targets that were taken away. */
export async function readGivenTargets(
  db: Queryable,
  donationIds: readonly string[],
): Promise<readonly GivenTargetRow[]> {
  return db.run(given, [donationIds]);
}
