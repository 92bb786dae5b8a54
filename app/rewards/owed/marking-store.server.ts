import { statement, type Tx } from '#base/db/db.server.ts';
import { isLeft } from '../reward-holds-store.server.ts';
import { isMissed } from './owed-store.server.ts';

interface MarkedRow extends Record<string, unknown> {
  readonly id: string;
  /** It has its piece, given or not. */
  readonly isTaken: boolean;
  /** It waits for a piece that is free again. */
  readonly isMissed: boolean;
}

/** Rewards of which a piece may be taken for some choices, or taken back, in an order. */
const lockRewards = statement<{ id: string }>(`
  select r.id from reward r
  where r.id in (
    select c.reward_id from reward_choice c
    where c.project_id = $1 and c.donation_id = any ($2::uuid[]) and (c.taken_at is null or c.missed_at is not null))
  order by r.id for no key update`);

/** In an order, so that two that mark the same ones do not wait for each other. */
const lock = statement<MarkedRow>(`
  select c.donation_id as id, c.taken_at is not null as "isTaken", ${isMissed} as "isMissed" from reward_choice c
  where c.project_id = $1 and c.donation_id = any ($2::uuid[]) and c.sum is not null order by c.donation_id for no key update`);

const give = statement<{ id: string }>(`
  update reward_choice set given_at = clock_timestamp()
  where donation_id = any ($1::uuid[]) and taken_at is not null and given_at is null
  returning donation_id as id`);

/**
 * What was paid back after it was given is free again, and so is a piece that was given for a missed one. Of a reward that a moderator has taken
 * away nothing is missed then.
 */
const keep = statement<{ id: string }>(`
  update reward_choice c set given_at = null,
    taken_at = case when c.paid_back_at is null and c.missed_at is null then c.taken_at end,
    sum = case when c.missed_at is null or r.removed_at is null then c.sum end,
    paid_back_at = case when c.missed_at is null or r.removed_at is null then c.paid_back_at end,
    missed_at = case when r.removed_at is null then c.missed_at end
  from reward r
  where c.donation_id = any ($1::uuid[]) and c.given_at is not null and r.id = c.reward_id
  returning c.donation_id as id`);

/** The rewards that have fewer pieces left than are to be given, in the order in which they were made. */
const lacking = statement<{ text: string }>(`
  select r.text
  from (select reward_id, count(*) as pieces from reward_choice where donation_id = any ($1::uuid[]) group by reward_id) wanted
  join reward r on r.id = wanted.reward_id
  where not ${isLeft('true', 'true', '(wanted.pieces - 1)')}
  order by r.created_at, r.id`);

const giveMissed = statement(`
  update reward_choice c set taken_at = c.missed_at, given_at = clock_timestamp()
  where c.donation_id = any ($1::uuid[]) and ${isMissed}`);

interface Named {
  readonly projectId: string;
  readonly donationIds: readonly string[];
}

/**
 * Locks the choices of a project's donations that were paid, with the rewards of which pieces may be taken or come back. What was not paid, or was
 * taken away, is not among them.
 */
export async function lockChosen(tx: Tx, { projectId, donationIds }: Named): Promise<readonly MarkedRow[]> {
  // What was written while the lock was waited for is only seen by the next statement.
  await tx.run(lockRewards, [projectId, donationIds]);
  return tx.run(lock, [projectId, donationIds]);
}

/** Marks locked choices that have their pieces as given, or as not given after all. Returns those that were not so until now. */
export async function markGiven(tx: Tx, donationIds: readonly string[], isGiven: boolean): Promise<readonly string[]> {
  return (await tx.run(isGiven ? give : keep, [donationIds])).map(({ id }) => id);
}

/** Gives a piece for each of some locked choices that have missed theirs. Returns the rewards of which so many are not left: then none is given. */
export async function giveMissedOnes(tx: Tx, donationIds: readonly string[]): Promise<readonly string[]> {
  const lacked = await tx.run(lacking, [donationIds]);
  if (lacked.length === 0) await tx.run(giveMissed, [donationIds]);
  return lacked.map(({ text }) => text);
}
