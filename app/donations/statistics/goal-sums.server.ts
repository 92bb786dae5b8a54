import { type Queryable, statement } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { numbersOfPeriod } from '../lists/donation-lists-store.server.ts';
import { piecesOf } from './largest-donors-store.server.ts';

/** What came together for a goal; refunded donations do not count. */
interface GoalSums {
  readonly amount: Minor;
  readonly count: number;
  /** Who gave: each name once, and each anonymous donation by itself, since nobody knows whose it is. */
  readonly people: number;
}

interface SumsRow extends Record<string, unknown> {
  readonly amount: number;
  readonly count: number;
  readonly people: number;
}

/** Of all times, from the totals; the donors are counted in an index alone. */
const goalOfAllTimes = statement<SumsRow>(`
  select coalesce(max(total.paid_sum), 0)::bigint as amount, coalesce(max(total.paid_count), 0)::bigint as count, (
    (select count(*) from donor_total where project_id = $1 and count > 0 and donor_key <> 'anonymous')
    + coalesce((select count from donor_total where project_id = $1 and donor_key = 'anonymous'), 0))::bigint as people
  from project_total total where total.project_id = $1`);

/** From one number of the project's donations on. */
const goalOfPeriod = statement<SumsRow>(`
  select coalesce(sum(d.amount), 0)::bigint as amount, count(*) as count,
    count(distinct d.donor_key) filter (where d.donor_key <> 'anonymous')
    + count(*) filter (where d.donor_key = 'anonymous') as people
  from ${piecesOf('$2', '$3')}`);

/** What came together since a moment; null: of all times. */
export async function goalSums(db: Queryable, projectId: string, since: Date | null): Promise<GoalSums> {
  const [row] = since === null ? await db.run(goalOfAllTimes, [projectId]) : await readPeriod(db, projectId, since);
  return { amount: minor(row?.amount ?? 0), count: row?.count ?? 0, people: row?.people ?? 0 };
}

async function readPeriod(db: Queryable, projectId: string, since: Date): Promise<readonly SumsRow[]> {
  const [numbers] = await db.run(numbersOfPeriod, [projectId, since, null]);
  if (numbers?.first == null || numbers.last == null) return [];
  return db.run(goalOfPeriod, [projectId, numbers.first, numbers.last]);
}
