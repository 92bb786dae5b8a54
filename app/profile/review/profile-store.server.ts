import sql, { type Sql } from 'sql-template-tag';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { isDeep, type PageFromEnd, shorterDirection } from '#base/db/deep-paging.server.ts';
import { countPeopleWithFieldsIn } from '../decision-store.server.ts';
import type { FieldState, ReviewedField } from '../field-rules.ts';

/** The latest request of a field and its state. */
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

// A field under review stays unchanged, also if two tabs send a request at once.
const request = statement<{ name: ReviewedField }>(`
  insert into profile_field (user_id, name, value, state)
  select $1, asked.name, asked.value, 'Awaiting' from unnest($2::text[], $3::text[]) as asked (name, value)
  order by asked.name
  on conflict (user_id, name) do update
    set value = excluded.value, state = 'Awaiting', comment = null, requested_at = now(), decided_at = null,
      decided_by = null
    where profile_field.state <> 'Awaiting'
  returning name`);

// A published value counts as confirmed by the moderator who confirmed it last; by no one if that was before decisions were recorded.
const withdraw = statement<{ name: ReviewedField }>(`
  with shown as (
    select * from unnest($2::text[], $3::text[]) as one (name, value)
  ), gone as (
    delete from profile_field f using shown
    where f.user_id = $1 and f.name = shown.name and f.state <> 'Awaiting' and shown.value = '' returning f.name
  ), confirmed as (
    update profile_field f set value = shown.value, state = 'Confirmed', comment = null,
      (decided_at, decided_by) = (
        select coalesce(max(d.decided_at), f.decided_at), (array_agg(d.decided_by order by d.decided_at desc))[1]
        from field_decision d
        where d.user_id = $1 and d.name = f.name and d.decision = 'Confirmed' and d.undone_at is null
          and d.value = shown.value)
    from shown where f.user_id = $1 and f.name = shown.name and f.state <> 'Awaiting' and shown.value <> ''
    returning f.name
  )
  select name from gone union all select name from confirmed`);

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

/** Requests a review of values. Returns the names of the fields that were not under review already. */
export async function requestFields(
  tx: Tx,
  userId: string,
  values: ReadonlyMap<ReviewedField, string>,
): Promise<ReviewedField[]> {
  if (values.size === 0) return [];
  return (await tx.run(request, [userId, [...values.keys()], [...values.values()]])).map(({ name }) => name);
}

/** Resets rejected fields to their published values. Returns the names of the fields that were not under review. */
export async function withdrawFields(
  tx: Tx,
  userId: string,
  shown: ReadonlyMap<ReviewedField, string>,
): Promise<ReviewedField[]> {
  if (shown.size === 0) return [];
  return (await tx.run(withdraw, [userId, [...shown.keys()], [...shown.values()]])).map(({ name }) => name);
}

/** Stores the decision of a moderator about a value. */
export async function decideField(
  tx: Tx,
  field: { userId: string; name: ReviewedField; value: string; state: 'Confirmed' | 'Reject'; comment: string | null },
  moderatorId: string,
): Promise<void> {
  const { userId, name, value, state, comment } = field;
  await tx.run(decide, [userId, name, value, state, comment, moderatorId]);
}

/** Returns the pictures among the given ones that are requested as avatar or banner, or that undoing a decision would publish again. */
export async function readUsedPictures(db: Queryable, names: readonly string[]): Promise<string[]> {
  return (await db.run(usedPictures, [names])).map(({ value }) => value);
}

/** A page of the list of fields in a state. */
export interface FieldsFilter {
  readonly state: FieldState;
  /** A query of the ids that the list is narrowed to; null: all users. */
  readonly among: Sql | null;
  readonly skip: number;
  readonly take: number;
}

/** Users with fields in a state, the oldest request first; `count`: all of them. */
export async function readUsersByState(
  db: Queryable,
  { state, among, skip, take }: FieldsFilter,
): Promise<{ userIds: string[]; count: number }> {
  const filter = { state, narrowed: among === null ? null : sql`and f.user_id in (${among})` };
  const page = { skip, take };
  if (isDeep(page)) {
    const count = await countUsersByState(db, filter);
    return { userIds: await readSliceByState(db, filter, shorterDirection(page, count)), count };
  }
  const [userIds, count] = await Promise.all([
    readSliceByState(db, filter, { ...page, isFromEnd: false }),
    countUsersByState(db, filter),
  ]);
  return { userIds, count };
}

interface StateOfUsers {
  readonly state: FieldState;
  /** Narrows the fields or people `f` further; null: to nobody else. */
  readonly narrowed: Sql | null;
}

/** Walks the index in the order of the list and takes the oldest field of each user. */
async function readSliceByState(
  db: Queryable,
  { state, narrowed }: StateOfUsers,
  page: PageFromEnd,
): Promise<string[]> {
  const order = page.isFromEnd ? sql`f.requested_at desc, f.user_id desc` : sql`f.requested_at, f.user_id`;
  const { rows } = await db.execute<{ userId: string }>(sql`
    select f.user_id as "userId" from profile_field f
    where f.state = ${state} ${narrowed ?? sql``} and not exists (
      select from profile_field e
      where e.user_id = f.user_id and e.state = ${state}
        and (e.requested_at, e.name) < (f.requested_at, f.name))
    order by ${order} limit ${page.take} offset ${page.skip}`);
  const userIds = rows.map(({ userId }) => userId);
  return page.isFromEnd ? userIds.toReversed() : userIds;
}

async function countUsersByState(db: Queryable, { state, narrowed }: StateOfUsers): Promise<number> {
  if (narrowed === null) return countPeopleWithFieldsIn(db, state);
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) as count from field_person f where f.state = ${state} ${narrowed}`);
  return rows[0]?.count ?? 0;
}

const inState = statement<FieldRow>(`
  select ${columns} from profile_field f where f.user_id = any($1::uuid[]) and f.state = $2
  order by f.requested_at, f.name`);

/** Fields of several users in a state. */
export async function readFieldsByState(db: Queryable, userIds: string[], state: FieldState): Promise<FieldRow[]> {
  return userIds.length === 0 ? [] : db.run(inState, [userIds, state]);
}
