import sql from 'sql-template-tag';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { hourTally } from '#base/db/hour-tally.server.ts';
import { listCount, readListCount } from '#base/db/list-count.server.ts';

const addToMonth = statement(`
  insert into membership_month as total (project_id, month, recurring, charges, started, ended)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (project_id, month) do update set recurring = total.recurring + excluded.recurring,
    charges = total.charges + excluded.charges, started = total.started + excluded.started, ended = total.ended + excluded.ended`);

/**
 * How many members there are whose month is paid or charged again without a pause, and what those of them give every month who have not left,
 * in minor units.
 */
interface LiveTotals extends Record<string, unknown> {
  readonly members: number;
  readonly amount: number;
}

/** Less those that are charged again after a pause: they are `Overdue` as well. */
const live = statement<LiveTotals>(`
  select coalesce(sum(c.members), 0)::bigint - resumed.members as members,
    coalesce(sum(c.amount) filter (where c.state <> 'Leaving'), 0)::bigint - resumed.amount as amount
  from (
    select count(*) as members, coalesce(sum(amount), 0)::bigint as amount from membership
    where state = 'Overdue' and paid_until is null and project_id = $1
  ) resumed left join membership_count c on c.state in ('Active', 'Overdue', 'Leaving') and project_id = $1
  group by resumed.members, resumed.amount`);

/** The same of all projects, from the stored lengths and sums of lists. */
const liveOfAll = sql`
  select ${listCount('members Active')} + ${listCount('members Overdue')} + ${listCount('members Leaving')} - resumed.members as members,
    ${listCount('sum of members Active')} + ${listCount('sum of members Overdue')} - resumed.amount as amount
  from (
    select count(*) as members, coalesce(sum(amount), 0)::bigint as amount from membership where state = 'Overdue' and paid_until is null
  ) resumed`;

const giftedMembers = `
  select count(*) as members from membership where since is not null and state = 'Leaving' and gifted_amount is not null`;

const gifted = statement<{ members: number }>(`${giftedMembers} and project_id = $1`);

const giftedOfAll = statement<{ members: number }>(giftedMembers);

const countsOf = statement<{ state: string; members: number }>(
  'select state, members from membership_count where project_id = $1',
);

/** What happened in a calendar month of a project; sums in minor units. */
export interface MonthRow extends Record<string, unknown> {
  readonly month: string;
  readonly recurring: number;
  readonly charges: number;
  readonly started: number;
  readonly ended: number;
}

const monthsFrom = statement<MonthRow>(`
  select to_char(month, 'YYYY-MM-DD') as month, recurring, charges, started, ended from membership_month
  where project_id = $1 and month >= $2::date order by month`);

const monthsOfAll = statement<MonthRow>(`
  select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as month,
    coalesce(sum(amount) filter (where kind = 'paid months'), 0)::bigint as recurring,
    coalesce(sum(count) filter (where kind = 'paid months'), 0)::bigint as charges,
    coalesce(sum(count) filter (where kind = 'members'), 0)::bigint as started,
    coalesce(sum(amount) filter (where kind = 'members'), 0)::bigint as ended
  from ${hourTally} tally where kind in ('paid months', 'members') and hour >= $1::date::timestamp at time zone 'UTC'
  group by hour order by hour`);

/** Adds to a calendar month, `2026-11-01`. */
export async function addToCalendarMonth(
  tx: Tx,
  of: { readonly projectId: string; readonly month: string },
  change: Partial<Omit<MonthRow, 'month'>>,
): Promise<void> {
  const { recurring = 0, charges = 0, started = 0, ended = 0 } = change;
  await tx.run(addToMonth, [of.projectId, of.month, recurring, charges, started, ended]);
}

const none: LiveTotals = { members: 0, amount: 0 };

/** The members of a project. */
export async function readLiveTotals(db: Queryable, projectId: string): Promise<LiveTotals> {
  return (await db.run(live, [projectId]))[0] ?? none;
}

/** What there is of members now, for how many of them somebody else has paid, and what happened by month. */
export interface MembersByMonth extends LiveTotals {
  readonly gifted: number;
  readonly rows: readonly MonthRow[];
}

/** The members of a project now and in its calendar months from one on; those in which nothing happened are left out. */
export async function readMembersByMonth(db: Queryable, projectId: string, from: string): Promise<MembersByMonth> {
  const [now, others, rows] = await Promise.all([
    readLiveTotals(db, projectId),
    db.run(gifted, [projectId]),
    db.run(monthsFrom, [projectId, from]),
  ]);
  return { ...now, gifted: others[0]?.members ?? 0, rows };
}

/** The same of all projects together. */
export async function readAllMembersByMonth(db: Queryable, from: string): Promise<MembersByMonth> {
  const [now, others, rows] = await Promise.all([
    db.execute<LiveTotals>(liveOfAll),
    db.run(giftedOfAll, []),
    db.run(monthsOfAll, [from]),
  ]);
  return { ...(now.rows[0] ?? none), gifted: others[0]?.members ?? 0, rows };
}

/** How many memberships of a project are in each state. */
export async function readStateCounts(db: Queryable, projectId: string): Promise<ReadonlyMap<string, number>> {
  return new Map((await db.run(countsOf, [projectId])).map(({ state, members }) => [state, members]));
}

/** How many memberships of all projects are in a state. */
export function countInState(db: Queryable, state: string): Promise<number> {
  return readListCount(db, `members ${state}`);
}
