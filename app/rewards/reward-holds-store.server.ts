import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { siteOf } from '#base/process/network-of.ts';

interface OfferedRewardRow extends Record<string, unknown> {
  readonly revision: number;
  /** Minor units. */
  readonly price: number;
  readonly isOpen: boolean;
  /** A piece can be taken. */
  readonly isLeft: boolean;
  /** The guests of the donor's site are paying for as many pieces as they may, or have begun to within the last hour. */
  readonly isCrowded: boolean;
}

/** Pieces of one reward that are kept for the guests of one site at once. */
const mostKept = 3;
/** Donations for one reward that the guests of one site begin within an hour, and do not pay. */
const mostBegun = 6;

/** Whether a piece of `r`, and `more` of them, is neither taken nor kept for others. The reward is locked by whoever relies on it. */
export const isLeft = (kept: string, taken = 'true', more = '0') => `(r.stock is null or r.stock > ${more} +
    (select count(*) from reward_choice t where t.reward_id = r.id and t.taken_at is not null and ${taken}) +
    (select count(*) from reward_choice h where h.reward_id = r.id and h.held_until > statement_timestamp() and ${kept}))`;

/** Kept neither for the person nor for the donation that the new one replaces. */
const keptForOthers = '($3::text is null or h.held_by is distinct from $3) and h.donation_id is distinct from $5';

/** Where there is no limit, nobody takes a piece away from others. */
const isCrowded = `($4::text is not null and r.stock is not null and (
    (select count(*) from reward_choice h where h.reward_id = r.id and h.held_by = $4
      and h.held_until > statement_timestamp() and h.donation_id is distinct from $5) >= ${mostKept}
    or (select count(*) from reward_choice b where b.reward_id = r.id and b.held_by = $4
      and b.held_since > statement_timestamp() - interval '1 hour') >= ${mostBegun}))`;

/** Where the donation that is replaced turns out to be paid, no new one is made. */
const offered = statement<OfferedRewardRow>(`
  select r.revision, r.price, r.closed_at is null as "isOpen", ${isCrowded} as "isCrowded",
    ${isLeft(keptForOthers, 't.donation_id is distinct from $5')} as "isLeft"
  from reward r where r.id = $1 and r.project_id = $2 and r.removed_at is null`);

const lockOffered = statement<{ id: string }>(
  'select id from reward where id = $1 and revision = $2 and closed_at is null for no key update',
);

/** Lets go of what the same person has left unpaid, and takes over what is kept for the donation that is replaced. */
const insert = statement<{ id: string }>(`
  with let_go as (
    update reward_choice set held_until = null, is_handed_over = false
    where reward_id = $2 and held_until is not null and (held_by = $3 or donation_id = $5)
  )
  insert into reward_choice (donation_id, reward_id, project_id, held_until, held_by, held_since)
  select $1, r.id, r.project_id, statement_timestamp() + interval '15 minutes', coalesce($3, $4), statement_timestamp()
  from reward r where r.id = $2 and ${isLeft(keptForOthers)} and not ${isCrowded}
  returning donation_id as id`);

const handOver = statement<{ id: string }>(`
  update reward_choice set is_handed_over = true
  where donation_id = $1 and reward_id = $2 and held_until > statement_timestamp()
  returning donation_id as id`);

const takeBack = statement('update reward_choice set is_handed_over = false where donation_id = $1 and is_handed_over');

const letGo = statement<{ projectId: string }>(`
  update reward_choice set held_until = null
  where donation_id = $1 and held_until is not null and not is_handed_over returning project_id as "projectId"`);

const letRunOut = statement<{ projectId: string }>(`
  update reward_choice set held_until = null, is_handed_over = false
  where donation_id = any (array(
    select donation_id from reward_choice where held_until <= statement_timestamp() for no key update skip locked))
  returning project_id as "projectId"`);

const forget = statement(`
  update reward_choice set held_by = null, held_since = null
  where donation_id = any (array(
    select donation_id from reward_choice
    where held_by is not null and held_until is null and held_since <= statement_timestamp() - interval '1 hour'
    for no key update skip locked))`);

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

/** For whom a piece is kept, the person or the site of a guest, and which donation is replaced. */
function holderOf({ donorId, network, replacedId }: Donor) {
  const person = donorId === null ? null : `person:${donorId}`;
  const site = donorId === null ? `site:${siteOf(network ?? '')}` : null;
  return [person, site, replacedId ?? null] as const;
}

/** What a donor may choose of a project; null: there is no such reward, or a moderator has taken it away. */
export async function readOfferedReward(
  db: Queryable,
  { projectId, ...donor }: Donor & { readonly projectId: string },
  rewardId: string,
): Promise<OfferedRewardRow | null> {
  return (await db.run(offered, [rewardId, projectId, ...holderOf(donor)]))[0] ?? null;
}

/**
 * Writes the choice of a new donation, for which a piece is kept from now on; false if the reward is over, sold out, no longer the one that the
 * donor has seen, or paid for by too many guests of the donor's site.
 */
export async function insertRewardChoice(
  tx: Tx,
  { donationId, ...donor }: Donor & { readonly donationId: string },
  { rewardId, revision }: RewardChoice,
): Promise<boolean> {
  // What was written while the lock was waited for is only seen by the next statement.
  const locked = await tx.run(lockOffered, [rewardId, revision]);
  if (locked.length === 0) return false;
  return (await tx.run(insert, [donationId, rewardId, ...holderOf(donor)])).length > 0;
}

/**
 * Keeps the piece of a donation for the one that replaces it, although its payment is closed meanwhile. Returns whether one is kept; whoever then
 * writes no choice calls `takeBackReward`.
 */
export async function handOverReward(db: Queryable, donationId: string, rewardId: string): Promise<boolean> {
  return (await db.run(handOver, [donationId, rewardId])).length > 0;
}

/** The piece is again kept for its own donation alone. */
export async function takeBackReward(db: Queryable, donationId: string): Promise<void> {
  await db.run(takeBack, [donationId]);
}

/**
 * Lets go of the piece that is kept for a donation which will not be paid, unless it is handed over. Returns its project; null: none is let go of.
 */
export async function letGoOfReward(tx: Tx, donationId: string): Promise<string | null> {
  return (await tx.run(letGo, [donationId]))[0]?.projectId ?? null;
}

/** Lets go of all pieces that were kept long enough, and an hour after their donations were begun forgets for whom. Returns the projects of the pieces. */
export async function letHoldsRunOut(tx: Tx): Promise<readonly string[]> {
  const projectIds = (await tx.run(letRunOut, [])).map(({ projectId }) => projectId);
  await tx.run(forget, []);
  return [...new Set(projectIds)];
}
