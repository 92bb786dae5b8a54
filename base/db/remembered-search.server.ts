import { LRUCache } from 'lru-cache';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from './db.server.ts';
import type { Page } from './deep-paging.server.ts';
import { listCount } from './list-count.server.ts';

/** What a search found: how many rows, the ids of the first and of the last ones in their order, and the mark of what was searched. */
interface Finds extends Record<string, unknown> {
  readonly count: number;
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly mark: string;
}

/** So many ids are remembered of each end of a search, and so many searches. */
const mostIds = 300;
const mostSearches = 200;

/** Searches by the database that answered them; a transaction has its own. */
const searches = new WeakMap<Queryable, LRUCache<string, Finds>>();

function searchesOf(db: Queryable): LRUCache<string, Finds> {
  const known = searches.get(db) ?? new LRUCache<string, Finds>({ max: mostSearches });
  searches.set(db, known);
  return known;
}

/** Tables whose changes are counted: of people their names and phones, of paid donations their words. */
type CountedTable = 'creator' | 'donation' | 'order_text' | 'person' | 'product_text';

/**
 * SQL of a number that grows with every committed change of a table that a trigger counts by `count_change`. Two who see the same number see the same
 * rows, because each later snapshot sees all that an earlier one saw.
 */
export const changesOf = (table: CountedTable): Sql => listCount(`${table} changes`);

/** A search whose finds are remembered. */
interface RememberedSearch {
  /** What is searched, in words that no other search has. */
  readonly key: string;
  /** SQL of a value that differs as soon as the search might find another thing. */
  readonly mark: Sql;
  /** The query of all matches: `id`, and what the orders name of `p`. */
  readonly found: Sql;
  readonly order: Sql;
  readonly turnedOrder: Sql;
  /** The query of the rows of some ids in their order, each with `mark`. */
  readonly rowsOf: (ids: readonly string[], mark: Sql) => Sql;
}

/** With the server that answers: a standby that takes over may lack the last changes and count others to the same number. */
const markQuery = (mark: Sql): Sql => sql`concat_ws(' ', pg_postmaster_start_time(), ${mark})`;

/** The query of what is remembered of a search. */
function findsQuery({ mark, found, order, turnedOrder }: Omit<RememberedSearch, 'key' | 'rowsOf'>): Sql {
  return sql`
    with found as materialized (${found})
    select (select count(*) from found) as count, ${markQuery(mark)} as mark,
      array(select p.id from found p order by ${order} limit ${mostIds}) as first,
      array(select p.id from found p order by ${turnedOrder} limit ${mostIds}) as last`;
}

/** The ids of a page; null where they are not remembered. */
function idsOf({ count, first, last }: Finds, { skip, take }: Page): readonly string[] | null {
  const end = Math.min(skip + take, count);
  if (end <= first.length) return first.slice(skip, end);
  const rest = count - end;
  return skip >= count - last.length ? last.slice(rest, rest + end - skip).toReversed() : null;
}

/** A page of what was found; null where its ids are not remembered, or where something has changed since. */
async function pageOf<Row extends Record<string, unknown>>(
  db: Queryable,
  { rowsOf, mark }: RememberedSearch,
  { finds, page }: { finds: Finds; page: Page },
): Promise<{ rows: Row[]; count: number } | null> {
  const ids = page.skip < finds.count ? idsOf(finds, page) : null;
  if (ids === null) return null;
  const { rows } = await db.execute<Row & { mark: string }>(rowsOf(ids, markQuery(mark)));
  return rows.length === ids.length && rows[0]?.mark === finds.mark ? { rows, count: finds.count } : null;
}

/**
 * A page of a search with the number of matches. Whoever turns the pages of a search, or asks what others have just asked, is answered from
 * the ids and the count of before as long as nothing that is searched has changed. `whole` reads everything at once.
 */
export async function readRemembered<Row extends Record<string, unknown>>(
  db: Queryable,
  search: RememberedSearch,
  page: Page,
  whole: () => Promise<{ rows: Row[]; count: number }>,
): Promise<{ rows: Row[]; count: number }> {
  const known = searchesOf(db);
  const before = known.get(search.key);
  const isBetween = before !== undefined && page.skip < before.count && idsOf(before, page) === null;
  if (isBetween) return whole();
  const remembered = before && (await pageOf<Row>(db, search, { finds: before, page }));
  if (remembered) return remembered;
  const [finds] = (await db.execute<Finds>(findsQuery(search))).rows;
  if (finds === undefined) return whole();
  known.set(search.key, finds);
  if (page.skip >= finds.count) return { rows: [], count: finds.count };
  return (await pageOf<Row>(db, search, { finds, page })) ?? whole();
}
