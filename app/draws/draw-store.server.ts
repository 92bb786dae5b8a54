import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { settlingSeconds } from './draw-rules.ts';

/** A draw as stored; the sum in minor units. */
export interface DrawRow extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly text: string;
  readonly leastSum: number;
  readonly winners: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** When all payments before the end are written. */
  readonly holdableAt: Date;
  readonly seed: Buffer;
  readonly ticketKey: Buffer;
  readonly heldAt: Date | null;
  readonly digest: Buffer | null;
  readonly entryCount: number | null;
  readonly cancelledFor: string | null;
  readonly removedFor: string | null;
  readonly createdAt: Date;
  /** It is neither held, called off nor taken away. */
  readonly isWaiting: boolean;
  /** Its time is over. */
  readonly isOver: boolean;
  readonly isHoldable: boolean;
}

const isWaiting = 'd.held_at is null and d.cancelled_at is null and d.removed_at is null';

const holdableAt = `d.ends_at + interval '${settlingSeconds} seconds'`;

// Not `now()`: a transaction that has waited for a draw began before it.
const columns = `d.id, d.project_id as "projectId", d.text, d.least_sum as "leastSum", d.winners, d.starts_at as "startsAt", d.ends_at as "endsAt",
  ${holdableAt} as "holdableAt", d.seed, d.ticket_key as "ticketKey", d.held_at as "heldAt", d.digest, d.entry_count as "entryCount", d.cancelled_for as "cancelledFor",
  d.removed_for as "removedFor", d.created_at as "createdAt", ${isWaiting} as "isWaiting", d.ends_at <= statement_timestamp() as "isOver",
  ${holdableAt} <= statement_timestamp() as "isHoldable"`;

const ofProject = 'd.project_id = $1 and ($2 or d.removed_at is null)';

const listed = statement<DrawRow>(`
  with here as (select d.id from draw d where ${ofProject} order by d.id desc offset $3 limit $4)
  select ${columns} from here join draw d on d.id = here.id order by d.id desc`);

const counted = statement<{ total: number }>(`select count(*) as total from draw d where ${ofProject}`);

const read = statement<DrawRow>(`select ${columns} from draw d where d.id = $1`);

const standing = statement<DrawRow>(
  `select ${columns} from draw d where d.id = any ($1::uuid[]) and d.removed_at is null`,
);

const lock = statement<{ id: string }>('select id from draw where id = $1 for update');

const lockProject = statement('select pg_advisory_xact_lock(hashtextextended($1, 81))');

const openOnes = statement<{ count: number }>(
  `select count(*) as count from draw d where d.project_id = $1 and ${isWaiting} and d.ends_at > statement_timestamp()`,
);

const heldAt = `coalesce(d.held_at, 'infinity')`;

const shown = statement<DrawRow>(`
  select ${columns} from draw d
  where d.project_id = $1 and d.removed_at is null and d.cancelled_at is null
    and ${heldAt} > statement_timestamp() - interval '7 days'
  order by ${heldAt} desc, d.id desc limit $2`);

const streamed = statement<DrawRow>(`
  select ${columns} from draw d
  where d.project_id = $1 and d.removed_at is null and d.cancelled_at is null
    and ${heldAt} > statement_timestamp() - interval '10 minutes'
  order by d.held_at desc nulls last, d.ends_at, d.id limit $2`);

const insert = statement(`
  insert into draw (id, project_id, text, least_sum, winners, starts_at, ends_at, seed, ticket_key)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

const cancel = statement('update draw set cancelled_at = clock_timestamp(), cancelled_for = $2 where id = $1');

const hold = statement('update draw set held_at = clock_timestamp(), digest = $2, entry_count = $3 where id = $1');

const remove = statement<{ projectId: string }>(`
  update draw set removed_at = coalesce(removed_at, clock_timestamp()), removed_for = coalesce(removed_for, $2)
  where id = $1 returning project_id as "projectId"`);

const late = statement<{ id: string }>(`
  select d.id from draw d where ${isWaiting} and d.ends_at <= statement_timestamp() - make_interval(hours => $1::integer)
  order by d.ends_at limit 100`);

interface Listed {
  readonly items: readonly DrawRow[];
  readonly count: number;
}

/** The draws of a project, newest first; not `all`: without those that a moderator has taken away. */
export async function readDraws(
  db: Queryable,
  projectId: string,
  { all, skip, take }: { readonly all: boolean; readonly skip: number; readonly take: number },
): Promise<Listed> {
  const [items, counts] = await Promise.all([
    db.run(listed, [projectId, all, skip, take]),
    db.run(counted, [projectId, all]),
  ]);
  return { items, count: counts[0]?.total ?? 0 };
}

/** What the page of a creator shows: draws that wait, newest first, then those that were held in the last seven days. */
export async function readShownDraws(db: Queryable, projectId: string, most: number): Promise<readonly DrawRow[]> {
  return db.run(shown, [projectId, most]);
}

/** How many draws the stream has room for. */
const mostStreamed = 6;

/** What the stream shows: draws that were held in the last ten minutes, the latest first, then those that wait, the first to end first. */
export async function readStreamedDraws(db: Queryable, projectId: string): Promise<readonly DrawRow[]> {
  return db.run(streamed, [projectId, mostStreamed]);
}

/** Null: there is no such draw. */
export async function readDraw(db: Queryable, id: string): Promise<DrawRow | null> {
  return (await db.run(read, [id]))[0] ?? null;
}

/** Those of some draws that a moderator has not taken away. */
export async function readStandingDraws(db: Queryable, ids: readonly string[]): Promise<readonly DrawRow[]> {
  return db.run(standing, [ids]);
}

/** Locks a draw against everybody who changes it or its places; null: there is none. */
export async function lockDraw(tx: Tx, id: string): Promise<DrawRow | null> {
  // What was written while the lock was waited for is only seen by the next statement.
  const found = await tx.run(lock, [id]);
  return found.length === 0 ? null : readDraw(tx, id);
}

/** How many draws of a project are not over; until the transaction ends no other one is made. */
export async function countOpenDraws(tx: Tx, projectId: string): Promise<number> {
  await tx.run(lockProject, [projectId]);
  return (await tx.run(openOnes, [projectId]))[0]?.count ?? 0;
}

interface NewDraw {
  readonly projectId: string;
  readonly text: string;
  /** Minor units. */
  readonly leastSum: number;
  readonly winners: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly seed: Buffer;
  readonly ticketKey: Buffer;
}

export async function insertDraw(tx: Tx, id: string, draw: NewDraw): Promise<void> {
  const { projectId, text, leastSum, winners, startsAt, endsAt, seed, ticketKey } = draw;
  await tx.run(insert, [id, projectId, text, leastSum, winners, startsAt, endsAt, seed, ticketKey]);
}

/** Calls a locked draw off. */
export async function cancelDraw(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.run(cancel, [id, reason]);
}

/** Writes that a locked draw is held, and with which tickets. */
export async function markHeld(tx: Tx, id: string, digest: Buffer, entryCount: number): Promise<void> {
  await tx.run(hold, [id, digest, entryCount]);
}

/** Takes a draw away. Returns its project; null: there is no such draw. */
export async function removeDraw(tx: Tx, id: string, reason: string): Promise<string | null> {
  return (await tx.run(remove, [id, reason]))[0]?.projectId ?? null;
}

/** Some draws that were over so many hours ago and are not held. */
export async function readLateDraws(db: Queryable, hours: number): Promise<readonly string[]> {
  return (await db.run(late, [hours])).map(({ id }) => id);
}
