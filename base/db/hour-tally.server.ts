import { type Database, type Queryable, type Statement, statement } from './db.server.ts';

/** The tally of a day (`2026-01-31`). Amounts in minor units. */
export interface TalliedDay extends Record<string, unknown> {
  readonly kind: string;
  readonly day: string;
  readonly count: number;
  readonly amount: number;
}

/** All rows of the tallies; the sum of a kind's rows of an hour is its tally. */
export const hourTally = `(
  select * from hour_tally where hour > '-infinity' union all select * from hour_tally_fresh)`;

/** The same by the month (UTC). */
export const monthTally = `(
  select kind, month, count from month_tally
  union all select kind, date_trunc('month', hour, 'UTC'), count from hour_tally_fresh)`;

const ofAllTimes = statement<{ count: number }>(`
  select (
    coalesce((select count from hour_tally where kind = $1 and hour = '-infinity'), 0)
    + coalesce((select sum(count) from hour_tally_fresh where kind = $1), 0))::bigint as count`);

/** The number of all tallied events of a kind. */
export async function readTallied(db: Queryable, kind: string): Promise<number> {
  return (await db.run(ofAllTimes, [kind]))[0]?.count ?? 0;
}

/**
 * Makes a statement that sums kinds of `hour_tally` by the days of a time zone: `$1` and `$2` are the beginnings of the first day and of
 * the day after the last one, `$3` is the zone. Where days begin within an hour of UTC, the parts of that hour come from `rows`: SQL of
 * `kind, at, count, amount` from `split`, whose `hour` are those hours.
 */
export function talliesByDay(kinds: readonly string[], rows: string): Statement<TalliedDay> {
  const list = kinds.map((kind) => `'${kind}'`).join(', ');
  return statement<TalliedDay>(`
    with split as materialized (
      select date_trunc('hour', beginning.at, 'UTC') as hour
      from (
        select day at time zone $3::text as at from generate_series(
          ($1::timestamptz at time zone $3)::date::timestamp, ($2::timestamptz at time zone $3)::date::timestamp, '1 day') day
      ) beginning
      where beginning.at <> date_trunc('hour', beginning.at, 'UTC')
    ), tallied as (
      select kind, hour as at, count, amount from ${hourTally} tally
      where kind in (${list}) and hour >= date_trunc('hour', $1, 'UTC') and hour < $2 and hour not in (select hour from split)
      union all
      ${rows}
    )
    select kind, to_char((at at time zone $3)::date, 'YYYY-MM-DD') as day, sum(count)::bigint as count,
      sum(amount)::bigint as amount
    from tallied where at >= $1 and at < $2 group by kind, (at at time zone $3)::date order by kind, day`);
}

/** Whether a moment is the beginning of an hour of UTC. */
export const isWholeHour = (moment: Date): boolean => moment.getTime() % 3_600_000 === 0;

/** A counter of fewer rows is quick to read as it is. */
const leastRows = 200;
const mostAtOnce = 5_000;

const fold = statement<{ moved: number }>('select fold_counters($1, $2) as moved');

/**
 * Replaces the rows of counters, to which writers only add, by their sums, a batch a transaction. Any number of processes may run it: one
 * works, and the others find nothing to do. Whoever reads a counter sums all its rows, so the sum is right at any moment.
 */
export async function foldCounters(db: Database, least: number = leastRows, most: number = mostAtOnce): Promise<void> {
  for (let moved = most; moved === most; ) moved = (await db.run(fold, [least, most]))[0]?.moved ?? 0;
}
