import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, statement, type Tx } from '#base/db.server.ts';
import { isFar, type PageFromEnd, shorterWay } from '#base/far-page.server.ts';
import type { FieldState, ReviewedField } from './field-rules.ts';

/** What was asked for and what became of it. */
export interface FieldRow extends Record<string, unknown> {
  readonly userId: string;
  readonly name: ReviewedField;
  readonly value: string;
  readonly state: FieldState;
  readonly comment: string | null;
  readonly requestedAt: Date;
  readonly decidedAt: Date | null;
}

const columns = `f.user_id as "userId", f.name, f.value, f.state, f.comment, f.requested_at as "requestedAt",
  f.decided_at as "decidedAt"`;

const ofUser = statement<FieldRow>(`select ${columns} from profile_field f where f.user_id = $1`);

const lockedOfUser = statement<FieldRow>(`
  select ${columns} from profile_field f where f.user_id = $1 and f.name = any($2::text[]) order by f.name for update`);

// A field that is with a moderator stays as it is, also where two tabs ask at once.
const request = statement<{ name: ReviewedField }>(`
  insert into profile_field (user_id, name, value, state)
  select $1, asked.name, asked.value, 'Awaiting' from unnest($2::text[], $3::text[]) as asked (name, value)
  order by asked.name
  on conflict (user_id, name) do update
    set value = excluded.value, state = 'Awaiting', comment = null, requested_at = now(), decided_at = null,
      decided_by = null
    where profile_field.state <> 'Awaiting'
  returning name`);

const withdraw = statement<{ name: ReviewedField }>(`
  delete from profile_field where user_id = $1 and name = any($2::text[]) and state <> 'Awaiting' returning name`);

const decide = statement(`
  insert into profile_field (user_id, name, value, state, comment, decided_at, decided_by)
  values ($1, $2, $3, $4, $5, now(), $6)
  on conflict (user_id, name) do update
    set value = excluded.value, state = excluded.state, comment = excluded.comment, decided_at = now(),
      decided_by = excluded.decided_by`);

const usedPictures = statement<{ value: string }>(`
  select value from profile_field where name in ('Banner', 'Avatar') and value = any($1::text[])
  union
  select published_before from field_decision
  where name in ('Banner', 'Avatar') and published_before <> '' and published_before = any($1::text[])
    and decided_at > now() - interval '1 hour'`);

export async function readFields(db: Queryable, userId: string): Promise<FieldRow[]> {
  return db.run(ofUser, [userId]);
}

/** The fields of those names that were ever asked for, held until the transaction ends. */
export async function lockFields(tx: Tx, userId: string, names: readonly ReviewedField[]): Promise<FieldRow[]> {
  return tx.run(lockedOfUser, [userId, names]);
}

/** Puts values before the moderators; answers the names of those that were not with them already. */
export async function requestFields(
  tx: Tx,
  userId: string,
  values: ReadonlyMap<ReviewedField, string>,
): Promise<ReviewedField[]> {
  if (values.size === 0) return [];
  return (await tx.run(request, [userId, [...values.keys()], [...values.values()]])).map(({ name }) => name);
}

/** Forgets rejected wishes; answers the names of those that were not with a moderator. */
export async function withdrawFields(
  tx: Tx,
  userId: string,
  names: readonly ReviewedField[],
): Promise<ReviewedField[]> {
  return names.length === 0 ? [] : (await tx.run(withdraw, [userId, names])).map(({ name }) => name);
}

/** Writes down a moderator's decision about a value. */
export async function decideField(
  tx: Tx,
  field: { userId: string; name: ReviewedField; value: string; state: 'Confirmed' | 'Reject'; comment: string | null },
  moderatorId: string,
): Promise<void> {
  const { userId, name, value, state, comment } = field;
  await tx.run(decide, [userId, name, value, state, comment, moderatorId]);
}

/** Which of the pictures somebody has asked for as avatar or banner, or would have again if a decision were taken back. */
export async function readUsedPictures(db: Queryable, names: readonly string[]): Promise<string[]> {
  return (await db.run(usedPictures, [names])).map(({ value }) => value);
}

/** A part of the list of fields in a state. */
export interface FieldsFilter {
  readonly state: FieldState;
  /** A query of the ids of people that the list is narrowed to; null: everybody. */
  readonly among: SQL | null;
  readonly skip: number;
  readonly take: number;
}

/** People with fields in a state, who asked first comes first; `count`: all of them. */
export async function readUsersByState(
  db: Queryable,
  { state, among, skip, take }: FieldsFilter,
): Promise<{ userIds: string[]; count: number }> {
  const filter = { state, narrowed: among === null ? sql`` : sql`and f.user_id in (${among})` };
  const page = { skip, take };
  if (isFar(page)) {
    const count = await countUsersByState(db, filter);
    return { userIds: await readSliceByState(db, filter, shorterWay(page, count)), count };
  }
  const [userIds, count] = await Promise.all([
    readSliceByState(db, filter, { ...page, isFromEnd: false }),
    countUsersByState(db, filter),
  ]);
  return { userIds, count };
}

interface StateOfUsers {
  readonly state: FieldState;
  /** Narrows the fields `f` further. */
  readonly narrowed: SQL;
}

/** The list walks the index in its order and takes of each person the field that was asked for first. */
async function readSliceByState(
  db: Queryable,
  { state, narrowed }: StateOfUsers,
  page: PageFromEnd,
): Promise<string[]> {
  const order = page.isFromEnd ? sql`f.requested_at desc, f.user_id desc` : sql`f.requested_at, f.user_id`;
  const { rows } = await db.execute<{ userId: string }>(sql`
    select f.user_id as "userId" from profile_field f
    where f.state = ${state} ${narrowed} and not exists (
      select from profile_field e
      where e.user_id = f.user_id and e.state = ${state}
        and (e.requested_at, e.name) < (f.requested_at, f.name))
    order by ${order} limit ${page.take} offset ${page.skip}`);
  const userIds = rows.map(({ userId }) => userId);
  return page.isFromEnd ? userIds.toReversed() : userIds;
}

async function countUsersByState(db: Queryable, { state, narrowed }: StateOfUsers): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) as count from (
      select from profile_field f where f.state = ${state} ${narrowed} group by f.user_id) one`);
  return rows[0]?.count ?? 0;
}

const inState = statement<FieldRow>(`
  select ${columns} from profile_field f where f.user_id = any($1::uuid[]) and f.state = $2
  order by f.requested_at, f.name`);

/** Fields of several people in a state. */
export async function readFieldsByState(db: Queryable, userIds: string[], state: FieldState): Promise<FieldRow[]> {
  return userIds.length === 0 ? [] : db.run(inState, [userIds, state]);
}
