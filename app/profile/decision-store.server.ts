import sql, { type Sql } from 'sql-template-tag';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { readListCount } from '#base/db/list-count.server.ts';
import type { FieldState, ReviewedField } from './field-rules.ts';

/** A decision of a moderator about a field, with the state before it. */
export interface DecisionRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: ReviewedField;
  readonly value: string;
  readonly publishedBefore: string;
  readonly stateBefore: FieldState;
  readonly commentBefore: string | null;
  readonly requestedAt: Date | null;
  readonly decision: 'Confirmed' | 'Reject';
  readonly comment: string | null;
  readonly decidedBy: string;
  readonly decidedAt: Date;
  readonly undoneAt: Date | null;
  /** Whether it is recent enough to be undone. */
  readonly isRecent: boolean;
}

/** How long a moderator may undo a decision. */
export const undoMinutes = 10;

const columns = `d.id, d.name, d.value, d.published_before as "publishedBefore", d.state_before as "stateBefore",
  d.comment_before as "commentBefore", d.requested_at as "requestedAt", d.decision, d.comment,
  d.decided_by as "decidedBy", d.decided_at as "decidedAt", d.undone_at as "undoneAt",
  d.decided_at > now() - interval '${undoMinutes} minutes' as "isRecent"`;

const insert = statement<{ id: string }>(`
  insert into field_decision (user_id, name, value, published_before, state_before, comment_before, requested_at,
    decision, comment, decided_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`);

const latest = statement<DecisionRow>(`
  select distinct on (d.name) ${columns} from field_decision d
  where d.user_id = $1 and d.name = any($2::text[]) and d.undone_at is null
  order by d.name, d.decided_at desc, d.id desc`);

/** A decision that holds: neither undone nor followed by another about the same field. */
export type StandingDecision = Pick<DecisionRow, 'name' | 'decision' | 'comment'>;

const standing = statement<StandingDecision>(`
  select d.name, d.decision, d.comment from field_decision d
  where d.id = any($1::uuid[]) and d.undone_at is null and not exists (
    select from field_decision later where later.user_id = d.user_id and later.name = d.name and later.undone_at is null
      and (later.decided_at, later.id) > (d.decided_at, d.id))
  order by d.name`);

const markUndone = statement('update field_decision set undone_at = now() where id = $1');

const putBack = statement(`
  update profile_field set state = $3, comment = $4,
    decided_at = case when $3 = 'Awaiting' then null else now() end,
    decided_by = case when $3 = 'Awaiting' then null else $5::uuid end
  where user_id = $1 and name = $2`);

const ofUser = statement<DecisionRow>(`
  select ${columns} from field_decision d where d.user_id = $1
  order by d.decided_at desc, d.id desc limit $2 offset $3`);

const countOfUser = statement<{ count: number }>('select count(*) as count from field_decision where user_id = $1');

const awaiting = statement<{ userId: string; count: number }>(`
  select user_id as "userId", count(*) as count from profile_field
  where user_id = any($1::uuid[]) and state = 'Awaiting' group by user_id`);

const waiting = statement<{ people: number; fields: number; oldest: Date | null; newest: Date | null }>(`
  select count(distinct user_id) as people, count(*) as fields, min(requested_at) as oldest, max(requested_at) as newest
  from profile_field where state = 'Awaiting'`);

const byDay = statement<{ day: string; decided: number; median: number }>(`
  select to_char((d.decided_at at time zone $3)::date, 'YYYY-MM-DD') as day, count(*) as decided,
    percentile_cont(0.5) within group (order by extract(epoch from d.decided_at - d.requested_at)::float8) as median
  from field_decision d
  where d.decided_at >= $1 and d.decided_at < $2 and d.undone_at is null and d.requested_at is not null
  group by (d.decided_at at time zone $3)::date order by 1`);

/** Stores a decision in the transaction of the change and returns its id. */
export async function insertDecision(
  tx: Tx,
  userId: string,
  made: Omit<DecisionRow, 'id' | 'decidedAt' | 'undoneAt' | 'isRecent'>,
): Promise<string> {
  const { name, value, publishedBefore, stateBefore, commentBefore, requestedAt, decision, comment, decidedBy } = made;
  const [row] = await tx.run(insert, [
    userId,
    name,
    value,
    publishedBefore,
    stateBefore,
    commentBefore,
    requestedAt,
    decision,
    comment,
    decidedBy,
  ]);
  if (row === undefined) throw new Error('the new decision is not there');
  return row.id;
}

/** Those of some decisions that hold, by field. */
export async function standingDecisions(db: Queryable, ids: readonly string[]): Promise<StandingDecision[]> {
  return db.run(standing, [ids]);
}

/** Returns the latest decision of each field that was not undone. */
export async function readLatestDecisions(
  tx: Tx,
  userId: string,
  names: readonly ReviewedField[],
): Promise<DecisionRow[]> {
  return tx.run(latest, [userId, names]);
}

/** Restores the state of a field before a decision. */
export async function putFieldBack(tx: Tx, userId: string, decision: DecisionRow): Promise<void> {
  const { id, name, stateBefore, commentBefore, decidedBy } = decision;
  await tx.run(markUndone, [id]);
  await tx.run(putBack, [userId, name, stateBefore, commentBefore, decidedBy]);
}

/** Decisions about the fields of a user, the newest first. */
export async function readDecisions(
  db: Queryable,
  userId: string,
  { skip, take }: { skip: number; take: number },
): Promise<{ items: DecisionRow[]; count: number }> {
  const [items, counted] = await Promise.all([db.run(ofUser, [userId, take, skip]), db.run(countOfUser, [userId])]);
  return { items, count: counted[0]?.count ?? 0 };
}

/** The number of pending fields of each user; users without any are left out. */
export async function awaitingFields(db: Queryable, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = userIds.length === 0 ? [] : await db.run(awaiting, [userIds]);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

/** The number of pending fields and users, and the times of the oldest and newest request. */
export async function reviewBacklog(db: Queryable) {
  return (await db.run(waiting, []))[0] ?? { people: 0, fields: 0, oldest: null, newest: null };
}

/** Decisions by day (`2026-01-31`) of a time zone, without undone ones; `median`: seconds from the request to the decision. */
export async function reviewFigures(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  return db.run(byDay, [asked.from, asked.to, asked.timeZone]);
}

/** A query of the ids of users with fields in a state, to narrow another query. */
export function peopleWithFieldsIn(state: FieldState): Sql {
  return sql`select f.user_id from field_person f where f.state = ${state}`;
}

/** How many users have fields in a state, from the stored lengths of lists. */
export function countPeopleWithFieldsIn(db: Queryable, state: FieldState): Promise<number> {
  return readListCount(db, `people with fields ${state}`);
}
