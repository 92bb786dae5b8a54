import { type Queryable, statement } from '#base/db/db.server.ts';
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
  ) as "isOfHours" from period`);

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
  const { first, last, since, until, isOfHours } = period;
  const [figures, donors] = await Promise.all([
    db.run(figuresOfPeriod, [projectId, since, until, first, last, timeZone, isOfHours]),
    readLargestDonors(db, { projectId, first, last }, most),
  ]);
  return { figures, donors };
}
