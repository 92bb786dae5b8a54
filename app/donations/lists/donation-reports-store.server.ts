import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Queryable, statement } from '#base/db/db.server.ts';
import type { Page } from '#base/db/deep-paging.server.ts';
import { changesOf, readRemembered } from '#base/db/remembered-search.server.ts';
import { holdsWords, wordsOf } from '#base/db/search.server.ts';
import type { Period } from '#base/text/time-zones.ts';
import { piecesColumn } from '../donations-store.server.ts';
import { numbersOfPeriod, type OwnRow } from './donation-lists-store.server.ts';

/** A received donation with its number among the project's. */
export interface ReceivedRow extends OwnRow {
  readonly number: number;
}

const columns = `d.id, d.project_id as "projectId", d.name, d.message, d.is_anonymous as "isAnonymous", d.amount,
  d.commission, d.created_at as "createdAt", d.paid_at as "paidAt", d.refunded_at is not null as "isRefunded", d.refunded,
  d.thanked_at as "thankedAt", d.membership_month as month, d.gifted_months as "giftedMonths", ${piecesColumn}, d.joint_amount as whole,
  d.number`;

/** The expression of the index `donation_words`. */
const text = raw(`(' ' || search_fold(translate(
  case when d.is_anonymous then '' else coalesce(d.name, '') end || ' ' || coalesce(d.message, ''), E'\\n\\r\\t', '   ')))`);

export const allBelow = statement<ReceivedRow>(`
  select ${columns} from donation d where d.project_id = $1 and d.number between $2 and $3 order by d.number desc limit $4`);

/** Not prepared, because the best index depends on the text. */
const found = ({ projectId, first, last, search }: Found): Sql =>
  join(
    [
      sql`d.project_id = ${projectId}`,
      sql`d.number is not null and d.number between ${first} and ${last}`,
      ...holdsWords({ text }, wordsOf(search)),
    ],
    ' and ',
  );

/** A page of the donations that contain all words of a search, newest first. */
export function foundPage(asked: Found, skip: number, take: number): Sql {
  return sql`select ${raw(columns)} from donation d where ${found(asked)} order by d.number desc offset ${skip} limit ${take}`;
}

/** The same with the count in each row, so that the text is searched only once. */
export function countedPage(asked: Found, skip: number, take: number): Sql {
  return sql`
    with found as materialized (
      select d.id, d.number from donation d where ${found(asked)}
    ), here as (
      select id from found order by number desc offset ${skip} limit ${take}
    )
    select (select count(*) from found) as count, ${raw(columns)}
    from here join donation d on d.id = here.id order by d.number desc`;
}

/** How many donations contain them. */
export function foundCount(asked: Found): Sql {
  return sql`select count(*) as count from donation d where ${found(asked)}`;
}

interface Numbers {
  readonly first: number;
  readonly last: number;
}

interface Found extends Numbers {
  readonly projectId: string;
  readonly search: string;
}

async function numbersOf(db: Queryable, projectId: string, period: Period): Promise<Numbers | null> {
  const [numbers] = await db.run(numbersOfPeriod, [projectId, period.from, period.to]);
  if (numbers?.first == null || numbers.last == null || numbers.first > numbers.last) return null;
  return { first: numbers.first, last: numbers.last };
}

/** A page of any search with its count, all matches read; exported so that a test can run it. */
export async function readCounted(db: Queryable, wanted: Found, { skip, take }: Page) {
  const { rows } = await db.execute<ReceivedRow & { count: number }>(countedPage(wanted, skip, take));
  const [first] = rows;
  // Beyond the last page there is no row with the count.
  const count =
    first?.count ?? (skip === 0 ? 0 : ((await db.execute<{ count: number }>(foundCount(wanted))).rows[0]?.count ?? 0));
  return { rows, count };
}

/** Donations that a project received in a period and whose name or message contain all words of a search, newest first. */
export async function findReceived(
  db: Queryable,
  asked: { projectId: string; period: Period; search: string; skip: number; take: number },
): Promise<{ items: ReceivedRow[]; count: number }> {
  const { projectId, period, search, skip, take } = asked;
  const numbers = await numbersOf(db, projectId, period);
  if (numbers === null) return { items: [], count: 0 };
  const wanted = { projectId, search, ...numbers };
  const remembered = {
    key: JSON.stringify(['donations', wanted]),
    mark: sql`concat_ws(' ', (select last_number from project_total where project_id = ${projectId}), ${changesOf('donation')})`,
    found: sql`select d.id, d.number from donation d where ${found(wanted)}`,
    order: sql`p.number desc`,
    turnedOrder: sql`p.number`,
    rowsOf: (ids: readonly string[], mark: Sql) => sql`
      select ${mark} as mark, ${raw(columns)}
      from unnest(${ids}::uuid[]) with ordinality here (id, place) join donation d on d.id = here.id order by here.place`,
  };
  const { rows, count } = await readRemembered<ReceivedRow>(db, remembered, { skip, take }, () =>
    readCounted(db, wanted, { skip, take }),
  );
  return { items: rows, count };
}

const atOnce = 1_000;

/** All of these donations in chunks; a chunk is read when the one before it was consumed. An empty search matches every donation. */
export async function* readReceivedWhole(
  db: Queryable,
  asked: { projectId: string; period: Period; search: string },
): AsyncGenerator<ReceivedRow[]> {
  const { projectId, period, search } = asked;
  const numbers = await numbersOf(db, projectId, period);
  let last = numbers?.last ?? 0;
  while (numbers !== null && last >= numbers.first) {
    const rows =
      search === ''
        ? await db.run(allBelow, [projectId, numbers.first, last, atOnce])
        : (await db.execute<ReceivedRow>(foundPage({ projectId, search, first: numbers.first, last }, 0, atOnce))).rows;
    if (rows.length > 0) yield rows;
    const lowest = rows.at(-1)?.number;
    if (rows.length < atOnce || lowest === undefined) return;
    last = lowest - 1;
  }
}
