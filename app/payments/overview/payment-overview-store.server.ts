import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Queryable, statement } from '#base/db/db.server.ts';
import { isDeep, type Page, type PageFromEnd, shorterDirection } from '#base/db/deep-paging.server.ts';
import { hourTally, isWholeHour, monthTally, readDays, talliesByDay } from '#base/db/hour-tally.server.ts';
import { minor } from '#base/money/money.ts';
import type { PaymentStatus } from '../payment-status.ts';
import type { PaymentSystemName } from '../payment-systems.ts';

/** A payment as shown to staff. */
export interface OverviewRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly amount: number;
  /** The sum of its partial refunds. */
  readonly refunded: number;
  readonly status: PaymentStatus;
  readonly system: PaymentSystemName;
  readonly problem: string | null;
  /** The fiscal receipts that will not come, of the payment or of its refund, and why. */
  readonly waived: { readonly kind: 'Paid' | 'Refunded'; readonly reason: string }[];
  readonly createdAt: Date;
}

/** `failed`: failed or expired; `refunded`: as a whole; `problem`: flagged for an operator. `from` and `to` bound the time of creation. */
export interface OverviewFilter {
  readonly state: 'paid' | 'refunded' | 'failed' | 'problem';
  readonly kind?: string | undefined;
  readonly from: Date | null;
  readonly to: Date | null;
}

const states: Readonly<Record<OverviewFilter['state'], Sql>> = {
  paid: sql`p.status = 'Paid'`,
  refunded: sql`p.status = 'Refunded'`,
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

/** The kinds of tallies of a list. As an array it is a condition of the index, so that other kinds are not read. */
const kindsOf = ({ state, kind }: Pick<OverviewFilter, 'state' | 'kind'>): Sql =>
  kind === undefined
    ? sql`kind = any(array(select distinct state || ' ' || kind from payment_count where state = ${state}))`
    : sql`kind = ${`${state} ${kind}`}`;

/** The hourly tallies of a list; they cover exactly its payments if the period begins and ends on whole hours. */
function talliesOf({ state, kind, from, to }: OverviewFilter): Sql {
  const conditions = [
    kindsOf({ state, kind }),
    ...(from === null ? [] : [sql`hour >= ${from.toISOString()}::timestamptz`]),
    ...(to === null ? [] : [sql`hour < ${to.toISOString()}::timestamptz`]),
  ];
  return sql`from ${raw(hourTally)} tally where ${join(conditions, ' and ')}`;
}

const isTallied = ({ state, from, to }: OverviewFilter): boolean =>
  (state === 'paid' || state === 'failed') && [from, to].every((moment) => moment === null || isWholeHour(moment));

/** From this offset on, reading the tallies is faster than skipping rows. */
const deep = 1_000;

/**
 * The query of the hour that contains an offset of a list: its end, and how many rows of the list are newer than the hour. Among the
 * months first, then among the hours of one; exported so that a test can explain it.
 */
export function seekQuery({ state, kind, to }: OverviewFilter, skip: number): Sql {
  const kinds = kindsOf({ state, kind });
  const until = to === null ? null : to.toISOString();
  return sql`
    with month_of as materialized (
      select month, sum(count)::bigint as count from ${raw(monthTally)} tally where ${kinds} group by month
    ), newer as materialized (
      select (
        coalesce((select sum(count) from month_of where month > date_trunc('month', ${until}::timestamptz, 'UTC')), 0)
        + coalesce((
          select sum(count) from ${raw(hourTally)} tally
          where ${kinds} and hour >= ${until} and hour < ${until}::timestamptz + interval '32 days'
            and date_trunc('month', hour, 'UTC') = date_trunc('month', ${until}::timestamptz, 'UTC')), 0)
      )::bigint as count
    ), here as materialized (
      select month, before from (
        select month, sum(count) over (order by month desc) - count as before from month_of
      ) places
      where before <= (select count from newer) + ${skip} order by month limit 1
    ), hour_of as (
      select hour, sum(count) as count from ${raw(hourTally)} tally
      where ${kinds} and hour >= (select month from here) and hour < (select month from here) + interval '32 days'
        and date_trunc('month', hour, 'UTC') = (select month from here)
      group by hour
    )
    select hour + interval '1 hour' as end, (before - (select count from newer))::bigint as before from (
      select hour, (select before from here) + sum(count) over (order by hour desc) - count as before from hour_of
    ) places
    where before <= (select count from newer) + ${skip} order by hour limit 1`;
}

async function readSlice(db: Queryable, filter: OverviewFilter, { skip, take, isFromEnd }: PageFromEnd) {
  const order = isFromEnd ? sql`p.created_at, p.id` : sql`p.created_at desc, p.id desc`;
  const { rows } = await db.execute<OverviewRow>(sql`
    with p as materialized (
      select p.id, p.kind, p.reference, p.amount, p.refunded, p.status, p.system, p.problem, p.created_at
      from payment p where ${matching(filter)} order by ${order} limit ${take} offset ${skip}
    )
    select p.id, p.kind, p.reference, p.amount, p.refunded, p.status, p.system, p.problem, p.created_at as "createdAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', d.kind, 'reason', d.waived_for) order by d.kind) from receipt_due d
        where d.payment_id = p.id and d.waived_for is not null
      ), '[]') as waived
    from p order by ${order}`);
  return isFromEnd ? rows.toReversed() : rows;
}

/** A page far from both ends of a list: the tallies say in which hour to begin. */
async function readDeepSlice(db: Queryable, filter: OverviewFilter, { skip, take }: Page) {
  const { rows } = await db.execute<{ end: Date; before: number }>(seekQuery(filter, skip));
  const [hour] = rows;
  if (hour === undefined) return [];
  return readSlice(db, { ...filter, to: hour.end }, { skip: skip - hour.before, take, isFromEnd: false });
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
  if (isDeep(page)) {
    const count = await countPayments(db, filter);
    const way = shorterDirection(page, count);
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
  for (const { day, count } of await readDays(db, failedByDay, asked)) {
    counts.set(day, (counts.get(day) ?? 0) + count);
  }
  return [...counts].map(([day, count]) => ({ day, count }));
}

/** Payments of a state, newest first. */
export async function paymentsInState(db: Queryable, asked: OverviewFilter & { skip: number; take: number }) {
  const { items, count } = await readPayments(db, asked);
  return { count, items: items.map((row) => ({ ...row, amount: minor(row.amount), refunded: minor(row.refunded) })) };
}
