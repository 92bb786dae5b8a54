import { type Queryable, statement } from '#base/db.server.ts';
import type { PaymentStatus } from './payment-status.ts';

/** A payment as an operator sees it. */
export interface TroubledRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly amount: number;
  readonly status: PaymentStatus;
  readonly problem: string | null;
  readonly createdAt: Date;
}

const columns = 'p.id, p.kind, p.reference, p.amount, p.status, p.problem, p.created_at as "createdAt"';

const notPaid = `p.status in ('Failed', 'Expired')`;

const failedPage = statement<TroubledRow>(
  `select ${columns} from payment p where ${notPaid} order by p.created_at desc, p.id desc limit $1 offset $2`,
);
const failedCount = statement<{ count: number }>(`select count(*) as count from payment p where ${notPaid}`);

const problemPage = statement<TroubledRow>(
  `select ${columns} from payment p where p.problem is not null order by p.problem_at desc, p.id desc limit $1 offset $2`,
);
const problemCount = statement<{ count: number }>(
  'select count(*) as count from payment p where p.problem is not null',
);

const failedSince = statement<{ count: number }>(
  `select count(*) as count from payment p where ${notPaid} and p.created_at > now() - interval '24 hours'`,
);

const byDay = statement<{ day: string; count: number }>(`
  select to_char(p.created_at at time zone $3, 'YYYY-MM-DD') as day, count(*) as count
  from payment p where ${notPaid} and p.created_at >= $1 and p.created_at < $2 group by 1 order by 1`);

/** Payments that came to nothing, or that an operator must look at, the newest first. */
export async function readTroubled(
  db: Queryable,
  asked: { state: 'failed' | 'problem'; skip: number; take: number },
): Promise<{ items: TroubledRow[]; count: number }> {
  const [page, all] = asked.state === 'failed' ? [failedPage, failedCount] : [problemPage, problemCount];
  const [items, counted] = await Promise.all([db.run(page, [asked.take, asked.skip]), db.run(all, [])]);
  return { items, count: counted[0]?.count ?? 0 };
}

/** How many payments failed within 24 hours, and how many an operator must look at. */
export async function countTroubled(db: Queryable): Promise<{ failed: number; problem: number }> {
  const [failed, problem] = await Promise.all([db.run(failedSince, []), db.run(problemCount, [])]);
  return { failed: failed[0]?.count ?? 0, problem: problem[0]?.count ?? 0 };
}

/** Payments that came to nothing by the day (`2026-01-31`, of a time zone) on which they were begun. */
export async function readFailedByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  return db.run(byDay, [asked.from, asked.to, asked.timeZone]);
}
