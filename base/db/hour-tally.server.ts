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

/** The time zone whose days are stored beside the hours: the SQL function `day_of` has it, too. */
export const talliedZone = 'Asia/Tashkent';

/** Kinds of tallies that are read by the day: from their stored days in `talliedZone`, from their hours in other zones. */
export interface DailyTallies {
  readonly days: Statement<TalliedDay>;
  readonly hours: Statement<TalliedDay>;
}

/** The tallies from `$1` until `$2`, which are beginnings of days of `talliedZone`. */
const storedDays = (list: string) =>
  statement<TalliedDay>(`
    select kind, to_char(day, 'YYYY-MM-DD') as day, sum(count)::bigint as count, sum(amount)::bigint as amount from (
      select kind, day, count, amount from day_tally
      where kind in (${list}) and day >= day_of($1::timestamptz) and day < day_of($2::timestamptz)
      union all
      select kind, day_of(hour), count, amount from hour_tally_fresh
      where kind in (${list}) and hour >= $1::timestamptz and hour < $2::timestamptz
    ) tally group by kind, day order by kind, day`);

/**
 * Makes the statements that sum kinds of `hour_tally` by the days of a time zone. Of the hours: `$1` and `$2` are the beginnings of the first day and of
 * the day after the last one, `$3` is the zone. Where days begin within an hour of UTC, the parts of that hour come from `rows`: SQL of
 * `kind, at, count, amount` from `split`, whose `hour` are those hours.
 */
export function talliesByDay(kinds: readonly string[], rows: string): DailyTallies {
  const list = kinds.map((kind) => `'${kind}'`).join(', ');
  const hours = statement<TalliedDay>(`
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
  return { days: storedDays(list), hours };
}

/** Days of a time zone: `from` and `to` are beginnings of days. */
export interface AskedDays {
  readonly from: Date;
  readonly to: Date;
  readonly timeZone: string;
}

/** The tallies of each day. */
export function readDays(db: Queryable, { days, hours }: DailyTallies, asked: AskedDays): Promise<TalliedDay[]> {
  const { from, to, timeZone } = asked;
  return timeZone === talliedZone ? db.run(days, [from, to]) : db.run(hours, [from, to, timeZone]);
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
