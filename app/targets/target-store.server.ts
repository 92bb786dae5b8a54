import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { totalOf } from '#base/db/list-total.server.ts';
import { targetLimits } from './target-rules.ts';

/** A target with what counts for it; sums in minor units. */
export interface TargetRow extends Record<string, unknown> {
  readonly id: string;
  readonly text: string;
  readonly goal: number;
  readonly closedAt: Date | null;
  /** Why a moderator has taken it away; null: none has. */
  readonly removedFor: string | null;
  readonly createdAt: Date;
  readonly revision: number;
  readonly sum: number;
  /** Donations. */
  readonly count: number;
  /** Somebody has chosen it, paid or not. */
  readonly isChosen: boolean;
}

type CountedRow = TargetRow & { readonly total: number };

const columns = `t.id, t.text, t.goal, t.closed_at as "closedAt", t.removed_for as "removedFor", t.created_at as "createdAt", t.revision`;

/** The open ones in the order in which they were made, then those that ended, the last one first. */
const inOrder = 't.closed_at desc nulls first, t.id';

/** What everybody may see: a target that is open, or has ended in the given time. */
const isShownFor = (time: string) =>
  `t.removed_at is null and (t.closed_at is null or t.closed_at > statement_timestamp() - interval '${time}')`;

/** Some targets with their figures, which are added up from an index alone, all at once. */
const withFigures = (targets: string) => `
  with chosen as materialized (${targets}),
    figures as (
      select target_id, coalesce(sum(sum), 0)::bigint as sum, count(*) filter (where sum > 0) as count
      from target_choice where target_id = any (array(select id from chosen)) group by target_id
    )
  select ${columns}, t.total, coalesce(c.sum, 0) as sum, coalesce(c.count, 0) as count, c.target_id is not null as "isChosen"
  from chosen t left join figures c on c.target_id = t.id`;

const listed = statement<CountedRow>(
  `${withFigures(`
    select t.*, count(*) over () as total from target t
    where t.project_id = $1 and ($2 or (${isShownFor('1 day')})) order by ${inOrder} offset $3 limit $4`)}
  order by ${inOrder}`,
);

const counted = statement<{ total: number }>(
  `select count(*) as total from target t where t.project_id = $1 and ($2 or (${isShownFor('1 day')}))`,
);

const open = statement<CountedRow>(
  `${withFigures('select t.*, 0 as total from target t where t.project_id = $1 and t.closed_at is null')}
  order by ${inOrder}`,
);

/** The open ones, then those that have ended lately and were reached. */
const streamed = statement<CountedRow>(
  `${withFigures(`
    select t.*, 0 as total from target t where t.project_id = $1 and ${isShownFor('10 minutes')}`)}
  where t.closed_at is null or c.sum >= t.goal order by ${inOrder} limit $2`,
);

const read = statement<CountedRow>(withFigures('select t.*, 0 as total from target t where t.id = $1'));

const lock = statement<{ id: string }>('select id from target where id = $1 and project_id = $2 for update');

const lockProject = statement('select pg_advisory_xact_lock(hashtextextended($1, 65))');

const openOnes = statement<{ count: number }>(
  'select count(*) as count from target where project_id = $1 and closed_at is null',
);

const insert = statement(`
  insert into target (id, project_id, text, goal, closed_at)
  values ($1, $2, $3, $4, case when $5 then clock_timestamp() end)`);

// The revision is what donors have seen: it stays where nothing is another promise.
const update = statement(`
  update target set text = $2, goal = $3, closed_at = case when $4 then clock_timestamp() end,
    revision = revision + case when (text, goal) is distinct from ($2, $3::bigint) then 1 else 0 end
  where id = $1`);

const remove = statement<{ projectId: string }>(`
  update target set closed_at = coalesce(closed_at, clock_timestamp()),
    removed_at = coalesce(removed_at, clock_timestamp()), removed_for = coalesce(removed_for, $2)
  where id = $1 returning project_id as "projectId"`);

interface Listed {
  readonly items: readonly TargetRow[];
  readonly count: number;
}

/** The targets of a project; not `all`: those that are open or have ended in the last 24 hours. */
export async function readTargets(
  db: Queryable,
  projectId: string,
  { all, skip, take }: { readonly all: boolean; readonly skip: number; readonly take: number },
): Promise<Listed> {
  const items = await db.run(listed, [projectId, all, skip, take]);
  return { items, count: await totalOf(items, skip, () => db.run(counted, [projectId, all])) };
}

/** The open targets of a project in the order in which they were made. */
export async function readOpenTargets(db: Queryable, projectId: string): Promise<readonly TargetRow[]> {
  return db.run(open, [projectId]);
}

/** The open targets of a project before what has ended lately and was reached. */
export async function readStreamedTargets(db: Queryable, projectId: string): Promise<readonly TargetRow[]> {
  return db.run(streamed, [projectId, targetLimits.open]);
}

/** Locks a target of a project against choices, payments and changes; null: there is none. */
export async function lockTarget(tx: Tx, id: string, projectId: string): Promise<TargetRow | null> {
  // What was written while the lock was waited for is only seen by the next statement.
  const found = await tx.run(lock, [id, projectId]);
  return found.length === 0 ? null : ((await tx.run(read, [id]))[0] ?? null);
}

/** How many targets of a project are open; until the transaction ends no other one is made. */
export async function countOpenTargets(tx: Tx, projectId: string): Promise<number> {
  await tx.run(lockProject, [projectId]);
  return (await tx.run(openOnes, [projectId]))[0]?.count ?? 0;
}

/** What is written of a target, in minor units. */
export interface WrittenTarget {
  readonly text: string;
  readonly goal: number;
  readonly close: boolean;
}

export async function insertTarget(tx: Tx, id: string, projectId: string, target: WrittenTarget): Promise<void> {
  await tx.run(insert, [id, projectId, target.text, target.goal, target.close]);
}

export async function updateTarget(tx: Tx, id: string, { text, goal, close }: WrittenTarget): Promise<void> {
  await tx.run(update, [id, text, goal, close]);
}

/** Ends a target, so that only its creator and the staff still see it. Returns its project; null: there is no such target. */
export async function removeTarget(tx: Tx, id: string, reason: string): Promise<string | null> {
  return (await tx.run(remove, [id, reason]))[0]?.projectId ?? null;
}
