import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Queryable, statement } from '#base/db/db.server.ts';
import { isDeep, type Page, type PageFromEnd, shorterDirection } from '#base/db/deep-paging.server.ts';
import { readTallied } from '#base/db/hour-tally.server.ts';
import { holdsWords } from '#base/db/search.server.ts';

/** A line of the trail to be written. */
export interface AuditLine {
  readonly actorId: string;
  readonly call: string;
  readonly subject: string | null;
  readonly input: unknown;
  readonly details: unknown;
}

/** A stored line of the trail. */
export interface AuditRow extends AuditLine, Record<string, unknown> {
  readonly id: string;
  readonly createdAt: Date;
}

/** Filters of the trail. */
export interface AuditFilter {
  /** Each word matched literally in call, subject or input; or any of `people` on either side. */
  readonly words: readonly string[];
  /** Users whose names match the search. */
  readonly people: readonly string[];
  /** Only lines with this user as actor or subject. */
  readonly userId: string | null;
}

const insert = statement(`
  insert into audit (actor_id, call, subject, input, details)
  values ($1, $2, $3, $4::jsonb, $5::jsonb)`);

/** Appends a line. */
export async function insertAudit(db: Queryable, line: AuditLine): Promise<void> {
  const details = line.details === null ? null : JSON.stringify(line.details);
  await db.run(insert, [line.actorId, line.call, line.subject, JSON.stringify(line.input), details]);
}

/** The input is searched as JSON, in which a quotation mark or a backslash is escaped. */
const asSent = (word: string) => JSON.stringify(word).slice(1, -1);

/** What a line says beside its call: the expression of the index `audit_rest_search`. */
const rest = { text: sql`substr(a.search_text, length(a.call) + 2)`, shortOnes: 'anywhere' } as const;
const callText = { text: sql`search_fold(c.call)`, shortOnes: 'anywhere' } as const;

type Calls = readonly string[];

/** The calls whose name has a word, for each word: with known values the planner knows how many lines they have. */
async function callsOfWords(db: Queryable, words: readonly string[]): Promise<Calls[]> {
  const [, ...holds] = holdsWords(callText, words.map(asSent));
  const ofWords = holds.map(
    (one, place) =>
      sql`select ${place}::integer as place, array(select distinct c.call from audit_count c where ${one}) as calls`,
  );
  const { rows } = await db.execute<{ calls: Calls }>(sql`
    select calls from (${join(ofWords, ' union all ')}) one order by place`);
  return rows.map(({ calls }) => calls);
}

function matching({ words, people, userId }: AuditFilter, calls: readonly Calls[]): Sql {
  const conditions: Sql[] = [];
  if (userId !== null) conditions.push(sql`(a.actor_id = ${userId} or a.subject = ${userId})`);
  if (words.length > 0) {
    const [findable = sql`false`, ...inRest] = holdsWords(rest, words.map(asSent));
    const holds = inRest.map((one, place) =>
      calls[place]?.length ? sql`(a.call = any(${calls[place]}::text[]) or ${one})` : one,
    );
    conditions.push(sql`(
      (${findable} and ${join(holds, ' and ')})
      or a.actor_id = any(${people}::uuid[]) or a.subject = any(${people}::text[]))`);
  }
  return conditions.length === 0 ? sql`true` : join(conditions, ' and ');
}

const columns = raw(
  `a.id, a.actor_id as "actorId", a.call, a.subject, a.input, a.details, a.created_at as "createdAt"`,
);

/** What a search finds, as common table expressions: `found` has `id` and `created_at` of its first lines, `count` is the number of all. */
interface FoundLines {
  readonly tables: Sql;
  readonly count: Sql;
}

/**
 * Lines whose call has the word are counted by the stored counts, and only the first `most` of each call are read, so that what is read
 * does not grow with them. All others are read: those found by what they say beside the call.
 */
function foundByCall({ words, people }: AuditFilter, most: number): FoundLines {
  const sent = words.map(asSent);
  return {
    tables: sql`
      calls as materialized (
        select c.call, sum(c.total) as total from audit_count c where ${join(holdsWords(callText, sent), ' and ')} group by c.call
      ), others as materialized (
        select a.id, a.created_at from audit a
        where not (a.call = any(array(select call from calls))) and (
          (${join(holdsWords(rest, sent), ' and ')})
          or a.actor_id = any(${people}::uuid[]) or a.subject = any(${people}::text[]))
      ), found as (
        select id, created_at from others
        union all
        select line.id, line.created_at from calls cross join lateral (
          select a.id, a.created_at from audit a where a.call = calls.call
          order by a.created_at desc, a.id desc limit ${most}
        ) line
      )`,
    count: sql`((select count(*) from others) + coalesce((select sum(total) from calls), 0))::bigint`,
  };
}

/** All lines are found before they are sorted: otherwise, if the planner underestimates, it walks the whole trail until a page is full. */
const foundByWords = (filter: AuditFilter, calls: readonly Calls[]): FoundLines => ({
  tables: sql`found as materialized (select a.id, a.created_at from audit a where ${matching(filter, calls)})`,
  count: sql`(select count(*) from found)`,
});

/** The query of a page of search results with their count; exported for a test that explains it. */
export function foundQuery({ tables, count }: FoundLines, { skip, take }: Page): Sql {
  return sql`
    with ${tables}, here as (
      select * from found order by created_at desc, id desc limit ${take} offset ${skip}
    )
    select ${columns}, ${count} as count from here join audit a on a.id = here.id
    order by here.created_at desc, here.id desc`;
}

/** What a search finds, with at least the first `most` lines; exported for a test that explains it. */
export async function findLines(db: Queryable, filter: AuditFilter, most: number): Promise<FoundLines> {
  if (filter.words.length === 1 && filter.userId === null) return foundByCall(filter, most);
  return foundByWords(filter, await callsOfWords(db, filter.words));
}

async function readFound(db: Queryable, filter: AuditFilter, page: Page) {
  const found = await findLines(db, filter, page.skip + page.take);
  const { rows } = await db.execute<AuditRow & { count: number }>(foundQuery(found, page));
  const [first] = rows;
  if (first !== undefined) return { items: rows, count: first.count };
  // Beyond the last page there is no row with the count.
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`with ${found.tables} select ${found.count} as count`,
  );
  return { items: rows, count: counted[0]?.count ?? 0 };
}

/** A page without a search. */
async function readSlice(db: Queryable, filter: AuditFilter, { skip, take, isFromEnd }: PageFromEnd) {
  const order = isFromEnd ? sql`a.created_at, a.id` : sql`a.created_at desc, a.id desc`;
  const { rows } = await db.execute<AuditRow>(sql`
    select ${columns} from audit a where ${matching(filter, [])} order by ${order} limit ${take} offset ${skip}`);
  return isFromEnd ? rows.toReversed() : rows;
}

/** The lines of one user as actor and as subject, each counted in its index; lines that are both count once. */
const ofPerson = statement<{ count: number }>(`
  select (select count(*) from audit a where a.actor_id = $1::uuid) + (select count(*) from audit a where a.subject = $1::text)
    - (select count(*) from audit a where a.subject = $1::text and a.actor_id = $1::uuid) as count`);

/** The count without a search. An unfiltered trail is counted from its tally, since lines are never deleted. */
async function countAudit(db: Queryable, { userId }: AuditFilter): Promise<number> {
  if (userId === null) return readTallied(db, 'audit');
  return (await db.run(ofPerson, [userId]))[0]?.count ?? 0;
}

/** The trail, newest first; `count` is all that match. */
export async function readAudit(
  db: Queryable,
  filter: AuditFilter,
  page: Page,
): Promise<{ items: AuditRow[]; count: number }> {
  if (filter.words.length > 0) return readFound(db, filter, page);
  if (isDeep(page)) {
    const count = await countAudit(db, filter);
    return { items: await readSlice(db, filter, shorterDirection(page, count)), count };
  }
  const [items, count] = await Promise.all([
    readSlice(db, filter, { ...page, isFromEnd: false }),
    countAudit(db, filter),
  ]);
  return { items, count };
}

// Lines may commit in another order than they were created, so the newest line alone would miss some; their count does not. The
// beginning of the counted range moves once an hour.
const trailMark = statement<{ newest: string | null; lines: number }>(`
  select (array_agg(a.id order by a.created_at desc, a.id desc))[1]::text as newest, count(*) as lines
  from audit a where a.created_at >= date_trunc('hour', now() - interval '5 minutes')`);

/** A version that changes with every line of the trail. */
export async function readTrailMark(db: Queryable): Promise<string> {
  const [row] = await db.run(trailMark, []);
  return `${row?.newest ?? ''}:${row?.lines ?? 0}`;
}
