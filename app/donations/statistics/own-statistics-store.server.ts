import { type Queryable, statement } from '#base/db/db.server.ts';
import { talliedZone } from '#base/db/hour-tally.server.ts';
import { type DonorRow, piecesOf, readLargestDonors } from './largest-donors-store.server.ts';

export interface FiguresRow extends Record<string, unknown> {
  /** Null: not the row of a day. */
  readonly day: string | null;
  /** 1 for Monday to 7; null: not the row of an hour of the week. */
  readonly weekday: number | null;
  readonly hour: number | null;
  readonly count: number;
  readonly amount: number;
  readonly average: number;
  readonly newDonors: number;
  readonly returningDonors: number;
  /** Of `count` and `amount`, what paid months of memberships. */
  readonly monthlyCount: number;
  readonly monthlyAmount: number;
}

interface PeriodRow extends Record<string, unknown> {
  /** The numbers of the first and the last donation. */
  readonly first: number | null;
  readonly last: number | null;
  readonly since: Date;
  readonly until: Date;
  /** Whether each day begins with an hour of UTC. */
  readonly isOfHours: boolean;
  /** Whether the days of the country are added up. */
  readonly hasDays: boolean;
}

/** Days of a time zone in a project. Numbers rise with time, so that one index lookup finds each of them. */
const periodOfDays = statement<PeriodRow>(`
  with period as (
    select ($2::date)::timestamp at time zone $4::text as since, ($3::date + 1)::timestamp at time zone $4::text as until
  )
  select since, until, (
    select number from donation where project_id = $1 and number is not null
      and paid_at >= period.since order by paid_at limit 1
  ) as first, (
    select number from donation where project_id = $1 and number is not null
      and paid_at < period.until order by paid_at desc limit 1
  ) as last, (
    select bool_and(begin = date_trunc('hour', begin)) from (
      select day at time zone $4::text at time zone 'UTC' as begin
      from generate_series(($2::date)::timestamp, ($3::date + 1)::timestamp, '1 day') day) days
  ) as "isOfHours", not exists (select from project_without_days where project_id = $1) as "hasDays" from period`);

/**
 * The figures from the hours of a project ($7; else from each donation), from `$2` until `$3`, numbers `$4` to `$5`. A donation that is no return is
 * its donor's first one, and a return counts on the first one of a day.
 */
export const figuresOfPeriod = statement<FiguresRow>(`
  with counted (at, count, amount, fresh, again, back, months, monthly) as (
    select hour at time zone $6::text, count::int, amount, named::int, 0, 0, 0, 0 from project_hour
    where project_id = $1 and hour >= $2::timestamptz and hour < $3::timestamptz and count > 0 and $7::boolean
    union all
    select hour at time zone $6::text, 0, 0, 0, 0, 0, count::int, amount from project_hour_monthly
    where project_id = $1 and hour >= $2::timestamptz and hour < $3::timestamptz and $7::boolean
    union all
    select d.paid_at at time zone $6::text, 1, d.amount, case when d.donor_key = 'anonymous' then 0 else 1 end, 0, 0,
      d.is_month::int, case when d.is_month then d.amount else 0 end
    from ${piecesOf('$4', '$5')} where not $7::boolean
    union all
    select paid_at at time zone $6::text, 0, 0, -1,
      ((paid_at at time zone $6::text)::date <> (previous_at at time zone $6::text)::date)::int, (previous_at < $2::timestamptz)::int,
      0, 0
    from donor_return where project_id = $1 and number between $4 and $5
  ), dated as (
    select at::date as day, date_part('isodow', at)::int as weekday, date_part('hour', at)::int as hour,
      count, amount, fresh, again, back, months, monthly from counted
  )
  select day::text as day, weekday, hour, sum(count)::bigint as count, sum(amount)::bigint as amount,
    round(sum(amount) / sum(count))::bigint as average, sum(fresh)::bigint as "newDonors",
    case when grouping(day) = 0 then sum(again) else sum(back) end::bigint as "returningDonors",
    sum(months)::bigint as "monthlyCount", sum(monthly)::bigint as "monthlyAmount"
  from dated
  group by grouping sets ((day), (weekday, hour), ()) having sum(count) > 0
  order by 1, 2, 3`);

/** Hours of UTC from the first Monday of the days of `talliedZone`, five hours ahead, before 1970. */
const hoursFromMonday = 3 * 24 + 5;

/**
 * The same in days of `talliedZone`, from the stored sums of its days, `$2` until `$3` and numbers `$4` to `$5`: hours are read for the hours of
 * the week alone, and returns for those of the whole period. Exported so that a test can explain it.
 */
export const figuresOfDays = statement<FiguresRow>(`
  with of_day as materialized (
    select day, count, amount, named - returns as fresh, again, monthly_count, monthly_amount from project_day
    where project_id = $1 and day >= day_of($2::timestamptz) and day < day_of($3::timestamptz) and count > 0
  ), of_hour as (
    select (date_part('epoch', hour)::bigint / 3600 + ${hoursFromMonday}) % 168 as place, sum(count::integer) as count,
      sum(amount) as amount
    from project_hour where project_id = $1 and hour >= $2::timestamptz and hour < $3::timestamptz and count > 0 group by 1
  )
  select day::text as day, null::integer as weekday, null::integer as hour, count, amount,
    round(amount::numeric / count)::bigint as average, fresh as "newDonors", again as "returningDonors",
    monthly_count as "monthlyCount", monthly_amount as "monthlyAmount"
  from of_day
  union all
  select null, (place / 24 + 1)::integer, (place % 24)::integer, count, amount::bigint, round(amount / count)::bigint, 0, 0, 0, 0 from of_hour
  union all
  select null, null, null, sum(count)::bigint, sum(amount)::bigint, round(sum(amount) / sum(count))::bigint, sum(fresh)::bigint, (
    select count(*) from donor_return where project_id = $1 and number between $4 and $5 and previous_at < $2::timestamptz
  ), sum(monthly_count)::bigint, sum(monthly_amount)::bigint from of_day having sum(count) > 0
  order by 1, 2, 3`);

export interface AskedDays {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/**
 * Rows by day, rows by hour of the week and one total row, none without donations; and the largest donors of the period
 * first, with anonymous donations as one row without a name.
 */
export async function readStatistics(
  db: Queryable,
  { projectId, from, to, timeZone }: AskedDays,
  most: number,
): Promise<{ figures: FiguresRow[]; donors: DonorRow[] }> {
  const [period] = await db.run(periodOfDays, [projectId, from, to, timeZone]);
  if (period?.first == null || period.last == null || period.first > period.last) return { figures: [], donors: [] };
  const { first, last, since, until, isOfHours, hasDays } = period;
  const within = [projectId, since, until, first, last];
  const [figures, donors] = await Promise.all([
    hasDays && timeZone === talliedZone
      ? db.run(figuresOfDays, within)
      : db.run(figuresOfPeriod, [...within, timeZone, isOfHours]),
    readLargestDonors(db, { projectId, first, last }, most),
  ]);
  return { figures, donors };
}

const fillDays = statement<{ isFilled: boolean }>('select fill_project_days() as "isFilled"');

/** So many projects at once: a stopping process waits for them. */
const mostAtOnce = 1_000;

/** Adds up the days of projects that were paid before days were stored, each in a transaction of its own. */
export async function fillProjectDays(db: Queryable, most = mostAtOnce): Promise<void> {
  for (let left = most; left > 0; left -= 1) {
    if ((await db.run(fillDays, []))[0]?.isFilled !== true) return;
  }
}
