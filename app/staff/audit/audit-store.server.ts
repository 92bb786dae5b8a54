import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Queryable, statement } from '#base/db/db.server.ts';
import { isFar, type Page, type PageFromEnd, shorterWay } from '#base/db/far-page.server.ts';
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

function matching({ words, people, userId }: AuditFilter): Sql {
  const conditions: Sql[] = [];
  if (userId !== null) conditions.push(sql`(a.actor_id = ${userId} or a.subject = ${userId})`);
  if (words.length > 0) {
    const ids = people;
    const holds = holdsWords({ text: sql`a.search_text`, shortOnes: 'anywhere' }, words.map(asSent));
    conditions.push(sql`(
      (${join(holds, ' and ')})
      or a.actor_id = any(${ids}::uuid[]) or a.subject = any(${ids}::text[]))`);
  }
  return conditions.length === 0 ? sql`true` : join(conditions, ' and ');
}

const columns = raw(
  `a.id, a.actor_id as "actorId", a.call, a.subject, a.input, a.details, a.created_at as "createdAt"`,
);

/**
 * The query of a page of search results with their count; exported for a test that explains it. The results are materialised before
 * sorting: otherwise, if the planner underestimates, it walks the whole trail until a page is full.
 */
export function foundQuery(filter: AuditFilter, { skip, take }: Page): Sql {
  return sql`
    with found as materialized (
      select a.id, a.created_at from audit a where ${matching(filter)}
    ), here as (
      select * from found order by created_at desc, id desc limit ${take} offset ${skip}
    )
    select ${columns}, (select count(*) from found) as count from here join audit a on a.id = here.id
    order by here.created_at desc, here.id desc`;
}

async function readFound(db: Queryable, filter: AuditFilter, page: Page) {
  const { rows } = await db.execute<AuditRow & { count: number }>(foundQuery(filter, page));
  const [first] = rows;
  if (first !== undefined) return { items: rows, count: first.count };
  // Beyond the last page there is no row with the count.
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`select count(*) as count from audit a where ${matching(filter)}`,
  );
  return { items: rows, count: counted[0]?.count ?? 0 };
}

/** A page without a search. */
async function readSlice(db: Queryable, filter: AuditFilter, { skip, take, isFromEnd }: PageFromEnd) {
  const order = isFromEnd ? sql`a.created_at, a.id` : sql`a.created_at desc, a.id desc`;
  const { rows } = await db.execute<AuditRow>(sql`
    select ${columns} from audit a where ${matching(filter)} order by ${order} limit ${take} offset ${skip}`);
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
  if (isFar(page)) {
    const count = await countAudit(db, filter);
    return { items: await readSlice(db, filter, shorterWay(page, count)), count };
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
