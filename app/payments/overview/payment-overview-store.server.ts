import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Queryable, statement } from '#base/db/db.server.ts';
import { isFar, type Page, type PageFromEnd, shorterWay } from '#base/db/far-page.server.ts';
import { hourTally, isWholeHour, talliesByDay } from '#base/db/hour-tally.server.ts';
import type { PaymentStatus } from '../payment-status.ts';

/** A payment as shown to staff. */
export interface OverviewRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly amount: number;
  /** The sum of its partial refunds. */
  readonly refunded: number;
  readonly status: PaymentStatus;
  readonly problem: string | null;
  readonly createdAt: Date;
}

/** `failed`: failed or expired; `problem`: flagged for an operator. `from` and `to` bound the time of creation. */
export interface OverviewFilter {
  readonly state: 'paid' | 'failed' | 'problem';
  readonly kind?: string | undefined;
  readonly from: Date | null;
  readonly to: Date | null;
}

const states: Readonly<Record<OverviewFilter['state'], Sql>> = {
  paid: sql`p.status = 'Paid'`,
  failed: sql`p.status in ('Failed', 'Expired')`,
  problem: sql`p.problem is not null`,
};

const failedSince = statement<{ count: number }>(`
  select count(*) as count from payment p
  where p.status in ('Failed', 'Expired') and p.created_at > now() - interval '24 hours'`);

const problems = statement<{ count: number }>('select count(*) as count from payment p where p.problem is not null');

const failedByDay = talliesByDay(
  ['failed donation', 'failed order'],
  `select 'failed ' || p.kind, p.created_at, 1, p.amount from split join payment p
   on p.created_at >= split.hour and p.created_at < split.hour + interval '1 hour' and p.status in ('Failed', 'Expired')`,
);

function matching({ state, kind, from, to }: OverviewFilter): Sql {
  const conditions = [states[state]];
  if (kind !== undefined) conditions.push(sql`p.kind = ${kind}`);
  if (from !== null) conditions.push(sql`p.created_at >= ${from.toISOString()}::timestamptz`);
  if (to !== null) conditions.push(sql`p.created_at < ${to.toISOString()}::timestamptz`);
  return join(conditions, ' and ');
}

/** The hourly tallies of a list; they cover exactly its payments if the period begins and ends on whole hours. */
function talliesOf({ state, kind, from, to }: OverviewFilter): Sql {
  const conditions = [
    sql`kind in (select distinct state || ' ' || kind from payment_count where state = ${state})`,
    ...(kind === undefined ? [] : [sql`kind = ${`${state} ${kind}`}`]),
    ...(from === null ? [] : [sql`hour >= ${from.toISOString()}::timestamptz`]),
    ...(to === null ? [] : [sql`hour < ${to.toISOString()}::timestamptz`]),
  ];
  return sql`from ${raw(hourTally)} tally where ${join(conditions, ' and ')}`;
}

const isTallied = ({ state, from, to }: OverviewFilter): boolean =>
  state !== 'problem' && [from, to].every((moment) => moment === null || isWholeHour(moment));

/** From this offset on, reading the tallies of all hours is faster than skipping rows. */
const deep = 20_000;

/** The UTC day that contains an offset of a list, and how many rows of the list precede that day. */
async function seekDay(db: Queryable, filter: OverviewFilter, skip: number) {
  const { rows } = await db.execute<{ end: Date; before: number }>(sql`
    select day + interval '1 day' as end, before from (
      select day, (sum(count) over (order by day desc) - count)::bigint as before
      from (select date_trunc('day', hour, 'UTC') as day, sum(count) as count ${talliesOf(filter)} group by 1) by_day
    ) places
    where before <= ${skip} order by day limit 1`);
  return rows[0] ?? null;
}

async function readSlice(db: Queryable, filter: OverviewFilter, { skip, take, isFromEnd }: PageFromEnd) {
  const order = isFromEnd ? sql`p.created_at, p.id` : sql`p.created_at desc, p.id desc`;
  const { rows } = await db.execute<OverviewRow>(sql`
    select p.id, p.kind, p.reference, p.amount, p.refunded, p.status, p.problem, p.created_at as "createdAt"
    from payment p where ${matching(filter)} order by ${order} limit ${take} offset ${skip}`);
  return isFromEnd ? rows.toReversed() : rows;
}

/** A page far from both ends of a list: the tallies say on which day to begin. */
async function readDeepSlice(db: Queryable, filter: OverviewFilter, { skip, take }: Page) {
  const day = await seekDay(db, filter, skip);
  if (day === null) return [];
  const to = filter.to !== null && filter.to < day.end ? filter.to : day.end;
  return readSlice(db, { ...filter, to }, { skip: skip - day.before, take, isFromEnd: false });
}

/** Reads the count from the stored counts and tallies if they cover the list. */
async function countPayments(db: Queryable, filter: OverviewFilter): Promise<number> {
  const { state, kind, from, to } = filter;
  const query = !isTallied(filter)
    ? sql`select count(*) as count from payment p where ${matching(filter)}`
    : from !== null || to !== null
      ? sql`select coalesce(sum(count), 0)::bigint as count ${talliesOf(filter)}`
      : sql`select coalesce(sum(total), 0)::bigint as count from payment_count
          where state = ${state} and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}`;
  return (await db.execute<{ count: number }>(query)).rows[0]?.count ?? 0;
}

/** Payments of a state, newest first. A page more than `deepest` rows from both ends is found by the tallies. */
export async function readPayments(
  db: Queryable,
  { skip, take, ...filter }: OverviewFilter & { skip: number; take: number },
  deepest: number = deep,
): Promise<{ items: OverviewRow[]; count: number }> {
  const page = { skip, take };
  if (isFar(page)) {
    const count = await countPayments(db, filter);
    const way = shorterWay(page, count);
    const isDeep = isTallied(filter) && way.skip >= deepest;
    return { items: isDeep ? await readDeepSlice(db, filter, page) : await readSlice(db, filter, way), count };
  }
  const [items, count] = await Promise.all([
    readSlice(db, filter, { ...page, isFromEnd: false }),
    countPayments(db, filter),
  ]);
  return { items, count };
}

/** How many payments failed within 24 hours, and how many are flagged for an operator. */
export async function troubledPaymentCounts(db: Queryable): Promise<{ failed: number; problem: number }> {
  const [failed, problem] = await Promise.all([db.run(failedSince, []), db.run(problems, [])]);
  return { failed: failed[0]?.count ?? 0, problem: problem[0]?.count ?? 0 };
}

/** Failed and expired payments by the day of their creation (`2026-01-31`, in a time zone); `from` and `to` are beginnings of days. */
export async function failedPaymentsByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  const counts = new Map<string, number>();
  for (const { day, count } of await db.run(failedByDay, [asked.from, asked.to, asked.timeZone])) {
    counts.set(day, (counts.get(day) ?? 0) + count);
  }
  return [...counts].map(([day, count]) => ({ day, count }));
}
