import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

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

/** Less those that are charged again after a pause: they are `Overdue` as well. `of`: whose, on both tables. */
const liveTotals = (of: string) => `
  select coalesce(sum(c.members), 0)::bigint - resumed.members as members,
    coalesce(sum(c.amount) filter (where c.state <> 'Leaving'), 0)::bigint - resumed.amount as amount
  from (
    select count(*) as members, coalesce(sum(amount), 0)::bigint as amount from membership
    where state = 'Overdue' and paid_until is null ${of}
  ) resumed left join membership_count c on c.state in ('Active', 'Overdue', 'Leaving') ${of}
  group by resumed.members, resumed.amount`;

const live = statement<LiveTotals>(liveTotals('and project_id = $1'));

const liveOfAll = statement<LiveTotals>(liveTotals(''));

const giftedMembers = `
  select count(*) as members from membership where since is not null and state = 'Leaving' and gifted_amount is not null`;

const gifted = statement<{ members: number }>(`${giftedMembers} and project_id = $1`);

const giftedOfAll = statement<{ members: number }>(giftedMembers);

const countsOf = statement<{ state: string; members: number }>(
  'select state, members from membership_count where project_id = $1',
);

const countsOfAll = statement<{ members: number }>(
  'select coalesce(sum(members), 0)::bigint as members from membership_count where state = $1',
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
  select to_char(month, 'YYYY-MM-DD') as month, sum(recurring)::bigint as recurring, sum(charges)::bigint as charges,
    sum(started)::bigint as started, sum(ended)::bigint as ended
  from membership_month where month >= $1::date group by month order by month`);

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
    db.run(liveOfAll, []),
    db.run(giftedOfAll, []),
    db.run(monthsOfAll, [from]),
  ]);
  return { ...(now[0] ?? none), gifted: others[0]?.members ?? 0, rows };
}

/** How many memberships of a project are in each state. */
export async function readStateCounts(db: Queryable, projectId: string): Promise<ReadonlyMap<string, number>> {
  return new Map((await db.run(countsOf, [projectId])).map(({ state, members }) => [state, members]));
}

/** How many memberships of all projects are in a state. */
export async function countInState(db: Queryable, state: string): Promise<number> {
  return (await db.run(countsOfAll, [state]))[0]?.members ?? 0;
}
