import { createHash } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** The column of a ranking: of all creators, or of those with merchandise. */
export type Ranking = 'order_place' | 'order_merchant';

/** The place of unranked creators (docs/rules.md#ranking). */
export const notRanked = 10_000;

const lock = statement('select pg_advisory_xact_lock(hashtext($1))');

/** Serialises changes of a ranking until the transaction ends. */
export async function lockRanking(tx: Tx, ranking: Ranking): Promise<void> {
  await tx.run(lock, [`creator ${ranking}`]);
}

const knownIds = statement<{ userId: string }>(`
  select user_id as "userId" from creator where user_id = any($1::uuid[])`);

/** Returns the ids among the given ones that are creators. */
export async function readKnownIds(db: Queryable, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.run(knownIds, [userIds]);
  return new Set(rows.map(({ userId }) => userId));
}

/** A creator in a ranking, as shown to moderators. */
export interface RankedCreator extends Record<string, unknown> {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly avatar: string | null;
  readonly order: number;
  readonly isBlocked: boolean;
}

/** The current ranking, first place first. */
export async function readRanking(db: Queryable, ranking: Ranking): Promise<RankedCreator[]> {
  const place = raw(escapeIdentifier(ranking));
  const { rows } = await db.execute<RankedCreator>(sql`
    select user_id as "userId", user_name as "userName", avatar, ${place} as "order", is_blocked as "isBlocked",
      case when hide_full_name then user_name
        else coalesce(nullif(concat_ws(' ', given_name, sur_name), ''), user_name) end as "displayName"
    from creator where ${place} < ${notRanked} order by ${place}`);
  return rows;
}

/** A version that changes with the ranking. */
export function versionOf(ranking: readonly Pick<RankedCreator, 'userId' | 'order'>[]): string {
  const places = ranking.map(({ userId, order }) => `${userId}:${order}`).join();
  return createHash('sha256').update(places).digest('base64url').slice(0, 22);
}

/** The place of one creator; null where there is no such creator. */
export async function readPlace(db: Queryable, ranking: Ranking, userId: string): Promise<number | null> {
  const { rows } = await db.execute<{ place: number }>(sql`
    select ${raw(escapeIdentifier(ranking))} as place from creator where user_id = ${userId}`);
  return rows[0]?.place ?? null;
}

/** Locks creators in the order of all other locks of creators. */
async function lockInOrder(tx: Tx, userIds: Sql): Promise<void> {
  await tx.execute(sql`
    select from creator where user_id in (${userIds}) order by user_id for no key update`);
}

/** Replaces a whole ranking; creators that are not among the items become unranked. */
export async function writeRanking(
  tx: Tx,
  ranking: Ranking,
  items: readonly { readonly userId: string; readonly order: number }[],
): Promise<void> {
  const place = raw(escapeIdentifier(ranking));
  const ids = items.map(({ userId }) => userId);
  await lockInOrder(
    tx,
    sql`select user_id from creator where ${place} < ${notRanked} union select unnest(${ids}::uuid[])`,
  );
  await tx.execute(sql`
    with wanted as (
      select * from unnest(
        ${ids}::uuid[], ${items.map(({ order }) => order)}::integer[]
      ) as item (user_id, place)
    ), touched as (
      -- Two steps into indexes; an «or» of both would read all creators.
      select user_id from creator where ${place} < ${notRanked} union select user_id from wanted
    ), changed as (
      select t.user_id, coalesce(w.place, ${notRanked}) as place
      from touched t left join wanted w on w.user_id = t.user_id
    )
    update creator c set ${place} = changed.place from changed
    where c.user_id = changed.user_id and c.${place} <> changed.place`);
}

/** The creators that must move to make room at a place: from there on without a gap. */
const standingFrom = (place: Sql, first: number, last: number) => sql`
  select user_id from (
    select user_id, ${place} - row_number() over (order by ${place}) as gaps from creator
    where ${place} between ${first} and ${last} and ${place} < ${notRanked}) as standing
  where gaps = ${first} - 1`;

const standingBetween = (place: Sql, first: number, last: number) => sql`
  select user_id from creator where ${place} between ${first} and ${last} and ${place} < ${notRanked}`;

/**
 * Moves one creator to another place. Upwards, those from there to the first gap move down by one, and a creator who would pass the last
 * place becomes unranked; downwards, those between move up by one.
 */
export async function movePlace(
  tx: Tx,
  ranking: Ranking,
  move: { readonly userId: string; readonly from: number; readonly to: number },
): Promise<void> {
  const place = sql`${raw(escapeIdentifier(ranking))}`;
  const isUp = move.to < move.from;
  const others = isUp ? standingFrom(place, move.to, move.from - 1) : standingBetween(place, move.from + 1, move.to);
  const moved = sql`select ${move.userId}::uuid union ${others}`;
  await lockInOrder(tx, moved);
  await tx.execute(sql`
    update creator set ${place} = case when user_id = ${move.userId} then ${move.to} else ${place} + ${isUp ? 1 : -1} end
    where user_id in (${moved})`);
}
