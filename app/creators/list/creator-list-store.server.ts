import { escapeIdentifier } from 'pg';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Queryable, statement } from '#base/db/db.server.ts';
import { isDeep, shorterDirection } from '#base/db/deep-paging.server.ts';
import { holdsWords, wordsOf } from '#base/db/search.server.ts';
import { type CreatorRow, creatorRow } from '../creators-store.server.ts';

/** Filters of the public list. */
export interface CreatorFilter {
  readonly search?: string | undefined;
  readonly hasProducts?: boolean | undefined;
  readonly type?: number | undefined;
}

/** A page of the list, and its order. */
export interface CreatorPage {
  readonly ranking: 'order_place' | 'order_merchant';
  readonly skip: number;
  readonly take: number;
  /** Counted from the end of the list: the last first. */
  readonly isFromEnd?: boolean;
}

/** All types together, in `creator_listing` and `creator_count`. */
const anyType = -1;

function matching({ search = '', hasProducts, type }: CreatorFilter): Sql {
  const conditions = [sql`c.is_listed`, ...holdsWords({ text: sql`c.search_text` }, wordsOf(search))];
  if (hasProducts !== undefined) conditions.push(sql`c.has_products = ${hasProducts}`);
  if (type !== undefined) conditions.push(sql`c.types @> array[${type}]::smallint[]`);
  return join(conditions, ' and ');
}

/**
 * The query of a page of search results with their count. The results are materialised before sorting: otherwise, if the planner
 * underestimates, it walks the whole list in order until a page is full.
 */
export function foundQuery(where: Sql, { ranking, skip, take }: CreatorPage): Sql {
  const place = raw(escapeIdentifier(ranking));
  return sql`
    with found as materialized (
      select c.user_id, c.${place} as place, c.created_at from creator c where ${where}
    ), here as (
      select * from found order by place, created_at desc, user_id desc limit ${take} offset ${skip}
    )
    select (select count(*) from found) as "count", ${raw(creatorRow)}
    from here join creator c on c.user_id = here.user_id join project p on p.user_id = c.user_id
    order by here.place, here.created_at desc, here.user_id desc`;
}

/** The query of a page of search results; exported for a test that explains it. */
export const searchQuery = (filter: CreatorFilter, page: CreatorPage): Sql => foundQuery(matching(filter), page);

/** The query of a page without a search; exported for a test that explains it. */
export function listQuery({ hasProducts, type = anyType }: CreatorFilter, page: CreatorPage): Sql {
  const { ranking, skip, take, isFromEnd = false } = page;
  const place = raw(escapeIdentifier(ranking));
  const order = isFromEnd
    ? sql`l.${place} desc, l.created_at, l.user_id`
    : sql`l.${place}, l.created_at desc, l.user_id desc`;
  const products = hasProducts === undefined ? sql`` : sql`and l.has_products = ${hasProducts}`;
  return sql`
    with here as (
      select l.user_id, l.${place} as place, l.created_at from creator_listing l
      where l.type = ${type} ${products}
      order by ${order} limit ${take} offset ${skip}
    )
    select ${raw(creatorRow)}
    from here join creator c on c.user_id = here.user_id join project p on p.user_id = c.user_id
    order by here.place, here.created_at desc, here.user_id desc`;
}

/** The number of listed creators, from the maintained counts. */
async function countListed(db: Queryable, { hasProducts, type = anyType }: CreatorFilter): Promise<number> {
  const products = hasProducts === undefined ? sql`` : sql`and has_products = ${hasProducts}`;
  const { rows } = await db.execute<{ total: number }>(sql`
    select coalesce(sum(total), 0)::bigint as total from creator_count where type = ${type} ${products}`);
  return rows[0]?.total ?? 0;
}

/** A page of search results: `where` is the condition, `query` its `foundQuery`. */
export async function readFound(db: Queryable, query: Sql, where: Sql): Promise<{ rows: CreatorRow[]; count: number }> {
  const { rows } = await db.execute<CreatorRow & { count: number }>(query);
  const [first] = rows;
  if (first !== undefined) return { rows, count: first.count };
  // Beyond the last page there is no row with the count.
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select count(*) as count from creator c where ${where}`,
  );
  return { rows, count: counted[0]?.count ?? 0 };
}

/** A page of listed creators in the order of a ranking, then newest first, and the total count. */
export async function readCreators(
  db: Queryable,
  filter: CreatorFilter,
  page: CreatorPage,
): Promise<{ rows: readonly CreatorRow[]; count: number }> {
  if (filter.search) return readFound(db, searchQuery(filter, page), matching(filter));
  if (isDeep(page)) {
    const count = await countListed(db, filter);
    const { rows } = await db.execute<CreatorRow>(listQuery(filter, { ...page, ...shorterDirection(page, count) }));
    return { rows, count };
  }
  const [{ rows }, count] = await Promise.all([
    db.execute<CreatorRow>(listQuery(filter, page)),
    countListed(db, filter),
  ]);
  return { rows, count };
}

interface ListedName extends Record<string, unknown> {
  readonly userName: string;
  /** When the page was last changed. */
  readonly changedAt: Date;
}

const sitemapNames = statement<ListedName>(`
  select c.user_name as "userName", coalesce(c.changed_at, c.created_at) as "changedAt"
  from (select user_id from creator_listing where type = ${anyType} order by user_id limit $1 offset $2) l
  join creator c on c.user_id = l.user_id
  order by l.user_id`);

/** User names of listed creators, oldest first. */
export async function readListedNames(db: Queryable, page: { skip: number; take: number }): Promise<ListedName[]> {
  return db.run(sitemapNames, [page.take, page.skip]);
}

/** How many creators the public list has. */
export async function readListedCount(db: Queryable): Promise<number> {
  return countListed(db, {});
}
