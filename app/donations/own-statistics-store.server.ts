import { type Queryable, statement } from '#base/db.server.ts';

export interface FiguresRow extends Record<string, unknown> {
  /** Null: not a row of one day. */
  readonly day: string | null;
  /** Null: not a row of one hour. */
  readonly hour: number | null;
  readonly count: number;
  readonly amount: number;
  readonly average: number;
  readonly newDonors: number;
  readonly returningDonors: number;
}

export interface DonorRow extends Record<string, unknown> {
  readonly name: string | null;
  readonly amount: number;
  readonly count: number;
  readonly isNew: boolean;
}

/** Gifts of a project within days of a time zone: what was given back does not count. */
const counted = `
  select d.donor_key, d.name, d.number, d.amount, d.paid_at at time zone $4::text as at
  from donation d
  where d.project_id = $1 and d.number is not null and d.refunded_at is null
    and d.paid_at >= ($2::date)::timestamp at time zone $4::text and d.paid_at < ($3::date + 1)::timestamp at time zone $4::text`;

/** The day of each named donor's first gift, found by one step into the index each. */
const firsts = `
  select known.donor_key, (
    select f.paid_at at time zone $4::text from donation f
    where f.project_id = $1 and f.donor_key = known.donor_key and f.number is not null and f.refunded_at is null
    order by f.number limit 1)::date as day
  from (select distinct donor_key from counted where donor_key <> 'anonymous') as known`;

export const figuresOfPeriod = statement<FiguresRow>(`
  with counted as materialized (${counted}), firsts as materialized (${firsts}), dated as (
    select at::date as day, extract(hour from at)::int as hour, amount, donor_key from counted
  )
  select dated.day::text as day, hour, count(*) as count, coalesce(sum(amount), 0)::bigint as amount,
    coalesce(round(avg(amount)), 0)::bigint as average,
    case when grouping(dated.day) = 0
      then count(distinct donor_key) filter (where firsts.day = dated.day)
      else count(distinct donor_key) filter (where firsts.day >= $2::date)
    end as "newDonors",
    case when grouping(dated.day) = 0
      then count(distinct donor_key) filter (where firsts.day < dated.day)
      else count(distinct donor_key) filter (where firsts.day < $2::date)
    end as "returningDonors"
  from dated left join firsts using (donor_key)
  group by grouping sets ((dated.day), (hour), ())
  order by 1, 2`);

export const donorsOfPeriod = statement<DonorRow>(`
  with counted as materialized (${counted}), tops as (
    select donor_key, case when donor_key <> 'anonymous' then (array_agg(name order by number desc))[1] end as name,
      sum(amount)::bigint as amount, count(*) as count
    from counted group by donor_key order by sum(amount) desc, donor_key limit $5
  )
  select tops.name, tops.amount, tops.count,
    tops.donor_key <> 'anonymous' and not exists (
      select from donation f
      where f.project_id = $1 and f.donor_key = tops.donor_key and f.number is not null and f.refunded_at is null
        and f.paid_at < ($2::date)::timestamp at time zone $4::text
    ) as "isNew"
  from tops order by tops.amount desc, tops.donor_key`);

export interface AskedDays {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** Rows by day, rows by hour, and one of neither for all. */
export async function readFigures(db: Queryable, { projectId, from, to, timeZone }: AskedDays): Promise<FiguresRow[]> {
  return db.run(figuresOfPeriod, [projectId, from, to, timeZone]);
}

/** The largest donors of a period first; anonymous gifts are one row without a name. */
export async function readDonors(db: Queryable, asked: AskedDays, most: number): Promise<DonorRow[]> {
  return db.run(donorsOfPeriod, [asked.projectId, asked.from, asked.to, asked.timeZone, most]);
}
