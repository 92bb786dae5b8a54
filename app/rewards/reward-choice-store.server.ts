import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

interface OfferedRewardRow extends Record<string, unknown> {
  readonly revision: number;
  /** Minor units. */
  readonly price: number;
  readonly isOpen: boolean;
  /** A piece can be taken. */
  readonly isLeft: boolean;
}

/** What a donation has taken. */
interface GivenRewardRow extends Record<string, unknown> {
  readonly donationId: string;
  readonly rewardId: string;
  readonly reward: string;
  /** False: not paid, paid when no piece was left, or paid back. */
  readonly isCounted: boolean;
}

/** Whether a piece of `r` is neither taken nor kept for others. The reward is locked by whoever relies on it. */
const isLeft = (others: string) => `(r.stock is null or r.stock >
    (select count(*) from reward_choice t where t.reward_id = r.id and t.taken_at is not null) +
    (select count(*) from reward_choice h where h.reward_id = r.id and h.held_until > statement_timestamp() and ${others}))`;

/** Kept neither for the donor nor for the donation that the new one replaces. */
const ofOthers = 'h.held_by is distinct from $3 and h.donation_id is distinct from $4';

const offered = statement<OfferedRewardRow>(`
  select r.revision, r.price, r.closed_at is null as "isOpen", ${isLeft(ofOthers)} as "isLeft"
  from reward r where r.id = $1 and r.project_id = $2 and r.removed_at is null`);

const lockOffered = statement<{ id: string }>(
  'select id from reward where id = $1 and revision = $2 and closed_at is null for no key update',
);

/** Lets go of what the same donor has left unpaid. */
const insert = statement<{ id: string }>(`
  with let_go as (
    update reward_choice set held_until = null, held_by = null
    where reward_id = $2 and held_until is not null and (held_by = $3 or donation_id = $4)
  )
  insert into reward_choice (donation_id, reward_id, project_id, held_until, held_by)
  select $1, r.id, r.project_id, statement_timestamp() + interval '15 minutes', $3 from reward r
  where r.id = $2 and ${isLeft(ofOthers)}
  returning donation_id as id`);

const lockChosen = statement<{ id: string }>(`
  select r.id from reward r
  where r.id = (select c.reward_id from reward_choice c where c.donation_id = $1 and c.sum is null)
  for no key update`);

const take = statement(`
  update reward_choice c set sum = $2::bigint, taken_at = $3, held_until = null, held_by = null
  from reward r
  where c.donation_id = $1 and c.sum is null and r.id = c.reward_id and r.removed_at is null and (
    c.held_until > statement_timestamp() or r.closed_at is null and ${isLeft('h.donation_id <> c.donation_id')})`);

/** Below the price it is paid back, and the piece is free again unless it was given. */
const reduce = statement(`
  update reward_choice c set sum = c.sum - $2::bigint,
    paid_back_at = case when c.sum - $2::bigint < r.price then coalesce(c.paid_back_at, clock_timestamp()) end,
    taken_at = case when c.sum - $2::bigint >= r.price or c.given_at is not null then c.taken_at end
  from reward r where c.donation_id = $1 and r.id = c.reward_id and c.sum is not null`);

const withdraw = statement(`
  update reward_choice set sum = 0, paid_back_at = coalesce(paid_back_at, clock_timestamp()),
    taken_at = case when given_at is not null then taken_at end
  where donation_id = $1 and sum is not null`);

const letGo = statement<{ projectId: string }>(`
  update reward_choice set held_until = null, held_by = null
  where donation_id = $1 and held_until is not null returning project_id as "projectId"`);

const letRunOut = statement<{ projectId: string }>(`
  update reward_choice set held_until = null, held_by = null
  where donation_id = any (array(
    select donation_id from reward_choice where held_until <= statement_timestamp() for no key update skip locked))
  returning project_id as "projectId"`);

const given = statement<GivenRewardRow>(`
  select c.donation_id as "donationId", r.id as "rewardId", r.text as reward, c.taken_at is not null as "isCounted"
  from reward_choice c join reward r on r.id = c.reward_id
  where c.donation_id = any ($1::uuid[]) and r.removed_at is null`);

/** A reward that a donor may choose, with the revision that the donor has seen. */
export interface RewardChoice {
  readonly rewardId: string;
  readonly revision: number;
}

/** Who makes a donation. */
export interface Donor {
  /** Null: a guest. */
  readonly donorId: string | null;
  readonly network: string | null;
  /** An own donation that the new one replaces. */
  readonly replacedId?: string | undefined;
}

/** For whom a piece is kept: guests of one network are one donor, or nobody would have to pay to empty a shelf. */
const holderOf = ({ donorId, network }: Donor) => (donorId === null ? `network:${network ?? ''}` : `person:${donorId}`);

/** What a donor may choose of a project; null: there is no such reward, or a moderator has taken it away. */
export async function readOfferedReward(
  db: Queryable,
  { projectId, ...donor }: Donor & { readonly projectId: string },
  rewardId: string,
): Promise<OfferedRewardRow | null> {
  return (await db.run(offered, [rewardId, projectId, holderOf(donor), donor.replacedId ?? null]))[0] ?? null;
}

/**
 * Writes the choice of a new donation, for which a piece is kept from now on; false if the reward is over, sold out, or no longer the one that the
 * donor has seen.
 */
export async function insertRewardChoice(
  tx: Tx,
  { donationId, ...donor }: Donor & { readonly donationId: string },
  { rewardId, revision }: RewardChoice,
): Promise<boolean> {
  // What was written while the lock was waited for is only seen by the next statement.
  const locked = await tx.run(lockOffered, [rewardId, revision]);
  if (locked.length === 0) return false;
  return (await tx.run(insert, [donationId, rewardId, holderOf(donor), donor.replacedId ?? null])).length > 0;
}

/** A donation that is being paid; the amount in minor units. */
interface PayingDonation {
  readonly donationId: string;
  readonly amount: number;
  readonly paidAt: Date;
}

/**
 * Takes the piece that is kept for a donation that is being paid, or another one that is left; none if the reward is over or sold out. Call it once,
 * in the transaction that pays.
 */
export async function countRewardChoice(tx: Tx, { donationId, amount, paidAt }: PayingDonation): Promise<void> {
  const locked = await tx.run(lockChosen, [donationId]);
  if (locked.length > 0) await tx.run(take, [donationId, amount, paidAt]);
}

/** Takes the refunded part of a donation out of its choice, in the transaction of the refund. */
export async function reduceRewardChoice(tx: Tx, donationId: string, back: number): Promise<void> {
  await tx.run(reduce, [donationId, back]);
}

/** Takes a refunded donation out of its choice, in the transaction of the refund. */
export async function withdrawRewardChoice(tx: Tx, donationId: string): Promise<void> {
  await tx.run(withdraw, [donationId]);
}

/** Lets go of the piece that is kept for a donation which will not be paid. Returns its project; null: none is kept. */
export async function letGoOfReward(tx: Tx, donationId: string): Promise<string | null> {
  return (await tx.run(letGo, [donationId]))[0]?.projectId ?? null;
}

/** Lets go of all pieces that were kept long enough. Returns their projects. */
export async function letHoldsRunOut(tx: Tx): Promise<readonly string[]> {
  return [...new Set((await tx.run(letRunOut, [])).map(({ projectId }) => projectId))];
}

/** What some donations have taken, without rewards that were taken away. */
export async function readGivenRewards(
  db: Queryable,
  donationIds: readonly string[],
): Promise<readonly GivenRewardRow[]> {
  return db.run(given, [donationIds]);
}
