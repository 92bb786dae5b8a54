import { escapeIdentifier } from 'pg';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '#base/db/db.server.ts';
import { isDeep, shorterDirection } from '#base/db/deep-paging.server.ts';
import { readDays, readTallied, talliesByDay } from '#base/db/hour-tally.server.ts';
import { readListCount } from '#base/db/list-count.server.ts';
import { holdsWords, wordsOf } from '#base/db/search.server.ts';
import { type CreatorRow, creatorRow } from './creators-store.server.ts';
import { type CreatorPage, foundQuery, readFound } from './list/creator-list-store.server.ts';

/** Filters of the list of all users for moderators. */
export interface AllUsersFilter {
  /** Matched literally within user names and full names, hidden ones included. */
  readonly search?: string | undefined;
  /** A query of ids of users who match `search` in another way than by name. */
  readonly alsoFound?: Sql | undefined;
  readonly hasProducts?: boolean | undefined;
  readonly type?: number | undefined;
  readonly isBlocked?: boolean | undefined;
  readonly isVerified?: boolean | undefined;
  /** Queries of the ids that the list is narrowed to. */
  readonly among: readonly Sql[];
  /** How many people `among` alone narrows the list to, where that is stored. */
  readonly countAmong?: (() => Promise<number>) | undefined;
}

/** A query of the ids of users by user name and full name, hidden ones included; null if the search is empty. */
export function peopleNamed(search: string): Sql | null {
  const words = holdsWords({ text: sql`c.everybody_text` }, wordsOf(search));
  return words.length === 0 ? null : sql`select c.user_id from creator c where ${join(words, ' and ')}`;
}

function found({ search = '', alsoFound }: AllUsersFilter): Sql[] {
  const byName = peopleNamed(search);
  if (byName === null) return [];
  return [sql`c.user_id in (${alsoFound === undefined ? byName : sql`${byName} union ${alsoFound}`})`];
}

function matching(filter: AllUsersFilter): Sql {
  const { hasProducts, type, isBlocked, isVerified, among } = filter;
  const conditions = [...found(filter), ...among.map((ids) => sql`c.user_id in (${ids})`)];
  if (hasProducts !== undefined) conditions.push(sql`c.has_products = ${hasProducts}`);
  if (type !== undefined) conditions.push(sql`c.types @> array[${type}]::smallint[]`);
  if (isBlocked !== undefined) conditions.push(isBlocked ? sql`c.is_blocked` : sql`not c.is_blocked`);
  if (isVerified !== undefined) conditions.push(isVerified ? sql`c.is_verified` : sql`not c.is_verified`);
  return conditions.length === 0 ? sql`true` : join(conditions, ' and ');
}

const isSearch = ({ search = '' }: AllUsersFilter) => wordsOf(search).length > 0;

/** The query of a page; exported for a test that explains it. */
export function allUsersQuery(filter: AllUsersFilter, page: CreatorPage): Sql {
  if (isSearch(filter)) return foundQuery(matching(filter), page);
  const { ranking, skip, take, isFromEnd = false } = page;
  const place = raw(escapeIdentifier(ranking));
  const order = isFromEnd
    ? sql`c.${place} desc, c.created_at, c.user_id`
    : sql`c.${place}, c.created_at desc, c.user_id desc`;
  return sql`
    with here as (
      select c.user_id, c.${place} as place, c.created_at from creator c where ${matching(filter)}
      order by ${order} limit ${take} offset ${skip}
    )
    select ${raw(creatorRow)}
    from here join creator c on c.user_id = here.user_id join project p on p.user_id = c.user_id
    order by here.place, here.created_at desc, here.user_id desc`;
}

async function readSlice(db: Queryable, filter: AllUsersFilter, page: CreatorPage): Promise<CreatorRow[]> {
  return (await db.execute<CreatorRow>(allUsersQuery(filter, page))).rows;
}

type OwnFilters = Pick<AllUsersFilter, 'hasProducts' | 'type' | 'isBlocked' | 'isVerified'>;

/** The names of the stored lengths of lists by one filter. */
const lists = {
  hasProducts: 'people with products',
  isBlocked: 'people blocked',
  isVerified: 'people verified',
} as const;

/** The stored length of a list by no or one filter; null: it is not stored. */
async function readStoredCount(db: Queryable, { type, ...others }: OwnFilters): Promise<number | null> {
  const given = (['hasProducts', 'isBlocked', 'isVerified'] as const).filter((name) => others[name] !== undefined);
  const [only] = given;
  if (given.length + (type === undefined ? 0 : 1) > 1) return null;
  if (type !== undefined) return readListCount(db, `people of type ${type}`);
  if (only === undefined) return readTallied(db, 'person');
  const holding = readListCount(db, lists[only]);
  if (others[only] === true) return holding;
  const [all, rest] = await Promise.all([readTallied(db, 'person'), holding]);
  return all - rest;
}

/** The count without a search: a stored one where one filter narrows the list at most. Users are never deleted. */
async function countEverybody(db: Queryable, filter: AllUsersFilter): Promise<number> {
  const { search: _, alsoFound: __, countAmong, among, ...own } = filter;
  const isByAmongAlone = Object.values(own).every((one) => one === undefined);
  if (among.length > 0 && isByAmongAlone && countAmong !== undefined) return countAmong();
  const stored = among.length === 0 ? await readStoredCount(db, own) : null;
  if (stored !== null) return stored;
  const counted = sql`select count(*) as count from creator c where ${matching(filter)}`;
  return (await db.execute<{ count: number }>(counted)).rows[0]?.count ?? 0;
}

/** How many have a page and are not among a few others. */
export async function countPeopleBut(db: Queryable, others: Sql): Promise<number> {
  const counted = sql`select count(*) as count from creator c where c.user_id in (${others})`;
  const [all, { rows }] = await Promise.all([readTallied(db, 'person'), db.execute<{ count: number }>(counted)]);
  return all - (rows[0]?.count ?? 0);
}

/** A page of all users, also blocked and unlisted ones: ranked first, then the newest. */
export async function readAllUsers(
  db: Queryable,
  filter: AllUsersFilter,
  page: CreatorPage,
): Promise<{ rows: CreatorRow[]; count: number }> {
  if (isSearch(filter)) return readFound(db, allUsersQuery(filter, page), matching(filter));
  if (isDeep(page)) {
    const count = await countEverybody(db, filter);
    return { rows: await readSlice(db, filter, { ...page, ...shorterDirection(page, count) }), count };
  }
  const [rows, count] = await Promise.all([readSlice(db, filter, page), countEverybody(db, filter)]);
  return { rows, count };
}

const newByDay = talliesByDay(
  ['person', 'listed_person'],
  `select kinds.kind, c.created_at, 1, 0 from split join creator c
     on c.created_at >= split.hour and c.created_at < split.hour + interval '1 hour'
   cross join (values ('person'), ('listed_person')) kinds (kind) where kinds.kind = 'person' or c.is_listed`,
);

/**
 * New users by day (`2026-01-31`) of a time zone; `listed`: those that the public list shows now. `from` and `to` are beginnings of days.
 */
export async function newPeopleByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  const rows = await readDays(db, newByDay, asked);
  const listed = new Map(rows.filter(({ kind }) => kind === 'listed_person').map(({ day, count }) => [day, count]));
  const people = rows.filter(({ kind }) => kind === 'person');
  return people.map(({ day, count }) => ({ day, registered: count, listed: listed.get(day) ?? 0 }));
}
