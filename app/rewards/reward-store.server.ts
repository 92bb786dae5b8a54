import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { totalOf } from '#base/db/list-total.server.ts';

/** A reward with what is taken of it; the price in minor units. */
export interface RewardRow extends Record<string, unknown> {
  readonly id: string;
  readonly text: string;
  readonly price: number;
  /** Null: no limit. */
  readonly stock: number | null;
  readonly closedAt: Date | null;
  /** Why a moderator has taken it away; null: none has. */
  readonly removedFor: string | null;
  readonly createdAt: Date;
  readonly revision: number;
  readonly taken: number;
  /** Pieces that are kept for donors who have not paid yet. */
  readonly held: number;
  /** Somebody has chosen it, paid or not. */
  readonly isChosen: boolean;
}

type CountedRow = RewardRow & { readonly total: number };

const columns = `r.id, r.text, r.price, r.stock, r.closed_at as "closedAt", r.removed_for as "removedFor", r.created_at as "createdAt", r.revision`;

/** Of `r`: the open ones in the order in which they were made, then those that ended, the last one first. */
export const inOrder = 'r.closed_at desc nulls first, r.id';

/** What everybody may see: a reward that is open, or has ended in the last 24 hours. */
const isShown = `r.removed_at is null and (r.closed_at is null or r.closed_at > statement_timestamp() - interval '1 day')`;

/** Some rewards with their figures, each of which is counted from an index alone, all at once. `counted`: those whose figures are not 0. */
const withFigures = (rewards: string, counted = 'true') => `
  with chosen as materialized (${rewards}),
    figures as (
      select reward_id, count(*) as taken
      from reward_choice where reward_id = any (array(select id from chosen where ${counted})) and taken_at is not null
      group by reward_id
    ), kept as (
      select reward_id, count(*) as held
      from reward_choice
      where reward_id = any (array(select id from chosen where ${counted})) and held_until > statement_timestamp()
      group by reward_id
    )
  select ${columns}, r.total, coalesce(f.taken, 0) as taken, coalesce(k.held, 0) as held,
    exists (select from reward_choice c where c.reward_id = r.id) as "isChosen"
  from chosen r left join figures f on f.reward_id = r.id left join kept k on k.reward_id = r.id`;

const listed = statement<CountedRow>(
  `${withFigures(`
    select r.*, count(*) over () as total from reward r
    where r.project_id = $1 and ($2 or (${isShown})) order by ${inOrder} offset $3 limit $4`)}
  order by ${inOrder}`,
);

const counted = statement<{ total: number }>(
  `select count(*) as total from reward r where r.project_id = $1 and ($2 or (${isShown}))`,
);

const open = statement<CountedRow>(
  `${withFigures('select r.*, 0 as total from reward r where r.project_id = $1 and r.closed_at is null', 'stock is not null')}
  order by ${inOrder}`,
);

const read = statement<CountedRow>(withFigures('select r.*, 0 as total from reward r where r.id = $1'));

const own = statement<{ id: string }>('select id from reward where id = $1 and project_id = $2');

const lock = statement<{ id: string }>('select id from reward where id = $1 and project_id = $2 for update');

const lockProject = statement('select pg_advisory_xact_lock(hashtextextended($1, 75))');

const openOnes = statement<{ count: number }>(
  'select count(*) as count from reward where project_id = $1 and closed_at is null',
);

const insert = statement(`
  insert into reward (id, project_id, text, price, stock, closed_at)
  values ($1, $2, $3, $4, $5, case when $6 then clock_timestamp() end)`);

// The revision is what donors have seen: it stays where only the stock is another.
const update = statement(`
  update reward set text = $2, price = $3, stock = $4,
    revision = revision + case when (text, price) is distinct from ($2, $3::bigint) then 1 else 0 end
  where id = $1`);

const close = statement('update reward set closed_at = clock_timestamp() where id = $1');

const remove = statement<{ projectId: string }>(`
  update reward set closed_at = coalesce(closed_at, clock_timestamp()),
    removed_at = coalesce(removed_at, clock_timestamp()), removed_for = coalesce(removed_for, $2)
  where id = $1 returning project_id as "projectId"`);

/** Nothing can be given any more to those who have missed it. */
const forgetMissed = statement(
  'update reward_choice set sum = null, missed_at = null, paid_back_at = null where reward_id = $1 and missed_at is not null and taken_at is null',
);

interface Listed {
  readonly items: readonly RewardRow[];
  readonly count: number;
}

/** The rewards of a project; not `all`: those that are open or have ended in the last 24 hours. */
export async function readRewards(
  db: Queryable,
  projectId: string,
  { all, skip, take }: { readonly all: boolean; readonly skip: number; readonly take: number },
): Promise<Listed> {
  const items = await db.run(listed, [projectId, all, skip, take]);
  return { items, count: await totalOf(items, skip, () => db.run(counted, [projectId, all])) };
}

/** The open rewards of a project in the order in which they were made. What has no stock is not counted: nothing of it can be gone. */
export async function readOpenRewards(db: Queryable, projectId: string): Promise<readonly RewardRow[]> {
  return db.run(open, [projectId]);
}

/** Whether a reward, open or not, is one of a project. */
export async function hasReward(db: Queryable, id: string, projectId: string): Promise<boolean> {
  return (await db.run(own, [id, projectId])).length > 0;
}

/** Locks a reward of a project against choices, payments and changes; null: there is none. */
export async function lockReward(tx: Tx, id: string, projectId: string): Promise<RewardRow | null> {
  // What was written while the lock was waited for is only seen by the next statement.
  const found = await tx.run(lock, [id, projectId]);
  return found.length === 0 ? null : ((await tx.run(read, [id]))[0] ?? null);
}

/** How many rewards of a project are open; until the transaction ends no other one is made. */
export async function countOpenRewards(tx: Tx, projectId: string): Promise<number> {
  await tx.run(lockProject, [projectId]);
  return (await tx.run(openOnes, [projectId]))[0]?.count ?? 0;
}

/** What is written of a reward, in minor units. */
export interface WrittenReward {
  readonly text: string;
  readonly price: number;
  readonly stock: number | null;
}

interface NewReward extends WrittenReward {
  /** It is over at once. */
  readonly close: boolean;
}

export async function insertReward(tx: Tx, id: string, projectId: string, reward: NewReward): Promise<void> {
  const { text, price, stock, close: isOver } = reward;
  await tx.run(insert, [id, projectId, text, price, stock, isOver]);
}

export async function updateReward(tx: Tx, id: string, { text, price, stock }: WrittenReward): Promise<void> {
  await tx.run(update, [id, text, price, stock]);
}

/** Ends a reward as it is. */
export async function closeReward(tx: Tx, id: string): Promise<void> {
  await tx.run(close, [id]);
}

/** Ends a reward, so that only its creator and the staff still see it. Returns its project; null: there is no such reward. */
export async function removeReward(tx: Tx, id: string, reason: string): Promise<string | null> {
  const [removed] = await tx.run(remove, [id, reason]);
  if (removed === undefined) return null;
  await tx.run(forgetMissed, [id]);
  return removed.projectId;
}
