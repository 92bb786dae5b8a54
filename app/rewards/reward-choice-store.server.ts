import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { isLeft } from './reward-holds-store.server.ts';

/** What a donation has taken. */
interface GivenRewardRow extends Record<string, unknown> {
  readonly donationId: string;
  readonly rewardId: string;
  readonly reward: string;
  /** False: not paid, paid when no piece was left and not given one since, or paid back. */
  readonly isCounted: boolean;
}

const lockChosen = statement<{ id: string }>(`
  select r.id from reward r
  where r.id = (select c.reward_id from reward_choice c where c.donation_id = $1 and c.sum is null)
  for no key update`);

/** `moment`: the column that says when it was paid. What a moderator has taken away is neither taken nor missed. */
const settle = (moment: 'taken_at' | 'missed_at', condition: string) =>
  statement<{ id: string }>(`
    update reward_choice c set sum = $2::bigint, ${moment} = $3, held_until = null, held_by = null, held_since = null, is_handed_over = false
    from reward r
    where c.donation_id = $1 and c.sum is null and r.id = c.reward_id and r.removed_at is null and (${condition})
    returning c.donation_id as id`);

const take = settle(
  'taken_at',
  `c.held_until > statement_timestamp() or r.closed_at is null and ${isLeft('h.donation_id <> c.donation_id')}`,
);

const miss = settle('missed_at', 'true');

/** What a refund leaves of a choice. */
const left = 'c.sum - coalesce($2::bigint, c.sum)';

/** Below the price it is paid back, and the piece is free again unless it was given. */
const reduce = statement(`
  update reward_choice c set sum = ${left},
    paid_back_at = case when ${left} < r.price then coalesce(c.paid_back_at, clock_timestamp()) end,
    taken_at = case when ${left} >= r.price or c.given_at is not null then c.taken_at end
  from reward r where c.donation_id = $1 and r.id = c.reward_id and c.sum is not null`);

const given = statement<GivenRewardRow>(`
  select c.donation_id as "donationId", r.id as "rewardId", r.text as reward, c.taken_at is not null as "isCounted"
  from reward_choice c join reward r on r.id = c.reward_id
  where c.donation_id = any ($1::uuid[]) and r.removed_at is null`);

/** A donation that is being paid; the amount in minor units. */
interface PayingDonation {
  readonly donationId: string;
  readonly amount: number;
  readonly paidAt: Date;
}

/**
 * Takes the piece that is kept for a donation that is being paid, or another one that is left. Where none is, or the reward is over, it is marked as
 * missed. Call it once, in the transaction that pays.
 */
export async function countRewardChoice(tx: Tx, { donationId, amount, paidAt }: PayingDonation): Promise<void> {
  const locked = await tx.run(lockChosen, [donationId]);
  if (locked.length === 0) return;
  const taken = await tx.run(take, [donationId, amount, paidAt]);
  if (taken.length === 0) await tx.run(miss, [donationId, amount, paidAt]);
}

/** Takes the refunded part of a donation out of its choice, in the transaction of the refund; null: all of it. */
export async function reduceRewardChoice(tx: Tx, donationId: string, back: number | null): Promise<void> {
  await tx.run(reduce, [donationId, back]);
}

/** What some donations have taken, without rewards that were taken away. */
export async function readGivenRewards(
  db: Queryable,
  donationIds: readonly string[],
): Promise<readonly GivenRewardRow[]> {
  return db.run(given, [donationIds]);
}
