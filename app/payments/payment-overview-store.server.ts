import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, statement } from '#base/db.server.ts';
import { isFar, type PageFromEnd, shorterWay } from '#base/far-page.server.ts';
import type { PaymentStatus } from './payment-status.ts';

/** A payment as the staff sees it. */
export interface OverviewRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly amount: number;
  readonly status: PaymentStatus;
  readonly problem: string | null;
  readonly createdAt: Date;
}

/** `failed`: came to nothing; `problem`: an operator must look at it. The period is that of their beginning. */
export interface OverviewFilter {
  readonly state: 'paid' | 'failed' | 'problem';
  readonly kind?: string | undefined;
  readonly from: Date | null;
  readonly to: Date | null;
}

const states: Readonly<Record<OverviewFilter['state'], SQL>> = {
  paid: sql`p.status = 'Paid'`,
  failed: sql`p.status in ('Failed', 'Expired')`,
  problem: sql`p.problem is not null`,
};

const failedSince = statement<{ count: number }>(`
  select count(*) as count from payment p
  where p.status in ('Failed', 'Expired') and p.created_at > now() - interval '24 hours'`);

const problems = statement<{ count: number }>('select count(*) as count from payment p where p.problem is not null');

const failedByDay = statement<{ day: string; count: number }>(`
  select to_char(p.created_at at time zone $3, 'YYYY-MM-DD') as day, count(*) as count
  from payment p where p.status in ('Failed', 'Expired') and p.created_at >= $1 and p.created_at < $2
  group by 1 order by 1`);

function matching({ state, kind, from, to }: OverviewFilter): SQL {
  const conditions = [states[state]];
  if (kind !== undefined) conditions.push(sql`p.kind = ${kind}`);
  if (from !== null) conditions.push(sql`p.created_at >= ${from.toISOString()}::timestamptz`);
  if (to !== null) conditions.push(sql`p.created_at < ${to.toISOString()}::timestamptz`);
  return sql.join(conditions, sql` and `);
}

async function readSlice(db: Queryable, filter: OverviewFilter, { skip, take, isFromEnd }: PageFromEnd) {
  const order = isFromEnd ? sql`p.created_at, p.id` : sql`p.created_at desc, p.id desc`;
  const { rows } = await db.execute<OverviewRow>(sql`
    select p.id, p.kind, p.reference, p.amount, p.status, p.problem, p.created_at as "createdAt"
    from payment p where ${matching(filter)} order by ${order} limit ${take} offset ${skip}`);
  return isFromEnd ? rows.toReversed() : rows;
}

/** From the kept counts where no period narrows the list. */
async function countPayments(db: Queryable, filter: OverviewFilter): Promise<number> {
  const { state, kind, from, to } = filter;
  const query =
    state === 'problem' || from !== null || to !== null
      ? sql`select count(*) as count from payment p where ${matching(filter)}`
      : sql`select coalesce(sum(total), 0)::bigint as count from payment_count
          where state = ${state} and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}`;
  return (await db.execute<{ count: number }>(query)).rows[0]?.count ?? 0;
}

/** Payments of a state, the newest first. */
export async function readPayments(
  db: Queryable,
  { skip, take, ...filter }: OverviewFilter & { skip: number; take: number },
): Promise<{ items: OverviewRow[]; count: number }> {
  const page = { skip, take };
  if (isFar(page)) {
    const count = await countPayments(db, filter);
    return { items: await readSlice(db, filter, shorterWay(page, count)), count };
  }
  const [items, count] = await Promise.all([
    readSlice(db, filter, { ...page, isFromEnd: false }),
    countPayments(db, filter),
  ]);
  return { items, count };
}

/** How many payments failed within 24 hours, and how many an operator must look at. */
export async function countTroubled(db: Queryable): Promise<{ failed: number; problem: number }> {
  const [failed, problem] = await Promise.all([db.run(failedSince, []), db.run(problems, [])]);
  return { failed: failed[0]?.count ?? 0, problem: problem[0]?.count ?? 0 };
}

/** Payments that came to nothing by the day (`2026-01-31`, of a time zone) on which they were begun. */
export async function readFailedByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  return db.run(failedByDay, [asked.from, asked.to, asked.timeZone]);
}
