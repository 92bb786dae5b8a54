import { type Queryable, statement } from '#base/db/db.server.ts';

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
}

export interface DonorRow extends Record<string, unknown> {
  readonly name: string | null;
  readonly amount: number;
  readonly count: number;
  readonly isNew: boolean;
}

/**
 * The first and the last number of a project's donations within days of a time zone. Numbers rise with time, so that one index lookup
 * finds each of them.
 */
const numbersOfDays = statement<{ first: number | null; last: number | null }>(`
  select (
    select number from donation where project_id = $1 and number is not null
      and paid_at >= ($2::date)::timestamp at time zone $4::text order by paid_at limit 1
  ) as first, (
    select number from donation where project_id = $1 and number is not null
      and paid_at < ($3::date + 1)::timestamp at time zone $4::text order by paid_at desc limit 1
  ) as last`);

/**
 * Donations of a project between two numbers without refunded ones. They are read in pieces in the order of the index, so that wrong
 * statistics of the table cannot mislead the planner.
 */
const counted = `generate_series($2::bigint, $3::bigint, 1000) as piece (first), lateral (
    select d.donor_key, d.amount, d.paid_at, d.number from donation d
    where d.project_id = $1 and d.number is not null and d.refunded_at is null
      and d.number >= piece.first and d.number < piece.first + 1000 and d.number <= $3
    order by d.number limit 1000) d`;

/**
 * Whether a donor has donated to the project before, found in the index alone: the index row before the donor's donations of this period
 * has the same key. With a comparison for equality, a planner that expects few donors would read the whole table.
 */
const hadGiven = (donorKey: string) => `coalesce((
  select f.donor_key = ${donorKey} from donation f
  where f.project_id = $1 and (f.donor_key, f.number) < (${donorKey}, $2)
    and f.number is not null and f.refunded_at is null
  order by f.donor_key desc, f.number desc limit 1), false)`;

// A join planned for few donations would never end with many. `donors` is materialized, so that each donor is looked up once.
export const figuresOfPeriod = statement<FiguresRow>(`
  with given as (
    select d.donor_key, d.amount, d.paid_at at time zone $4::text as at,
      lag(d.paid_at) over (partition by d.donor_key order by d.number) at time zone $4::text as before
    from ${counted}
  ), donors as materialized (
    select date_trunc('hour', at) as hour, amount,
      case when donor_key = 'anonymous' then null
        when before is not null then case when before::date <> at::date then 'again' end
        when ${hadGiven('given.donor_key')} then 'back'
        else 'new' end as donor
    from given
  ), hours as (
    select hour::date as day, extract(isodow from hour)::int as weekday, extract(hour from hour)::int as hour, count(*) as count, sum(amount) as amount,
      count(*) filter (where donor = 'new') as new, count(*) filter (where donor = 'back') as back,
      count(*) filter (where donor = 'again') as again
    from donors group by donors.hour
  )
  select day::text as day, weekday, hour, coalesce(sum(count), 0)::bigint as count, coalesce(sum(amount), 0)::bigint as amount,
    coalesce(round(sum(amount) / sum(count)), 0)::bigint as average, coalesce(sum(new), 0)::bigint as "newDonors",
    coalesce(case when grouping(day) = 0 then sum(back + again) else sum(back) end, 0)::bigint as "returningDonors"
  from hours
  group by grouping sets ((day), (weekday, hour), ())
  order by 1, 2, 3`);

export const donorsOfPeriod = statement<DonorRow>(`
  with tops as (
    select d.donor_key, max(d.number) as last, sum(d.amount)::bigint as amount, count(*) as count
    from ${counted} group by d.donor_key order by sum(d.amount) desc, d.donor_key limit $4
  )
  select case when tops.donor_key <> 'anonymous' then last.name end as name, tops.amount, tops.count,
    tops.donor_key <> 'anonymous' and not ${hadGiven('tops.donor_key')} as "isNew"
  from tops, lateral (
    select name from donation where project_id = $1 and number = tops.last order by number limit 1) last
  order by tops.amount desc, tops.donor_key`);

export interface AskedDays {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

interface Numbers {
  readonly first: number;
  readonly last: number;
}

async function readNumbers(db: Queryable, { projectId, from, to, timeZone }: AskedDays): Promise<Numbers | null> {
  const [numbers] = await db.run(numbersOfDays, [projectId, from, to, timeZone]);
  if (numbers?.first == null || numbers.last == null || numbers.first > numbers.last) return null;
  return { first: numbers.first, last: numbers.last };
}

/**
 * Rows by day, rows by hour of the week and one total row, none without donations; and the largest donors of the period
 * first, with anonymous donations as one row without a name.
 */
export async function readStatistics(
  db: Queryable,
  asked: AskedDays,
  most: number,
): Promise<{ figures: FiguresRow[]; donors: DonorRow[] }> {
  const numbers = await readNumbers(db, asked);
  if (numbers === null) return { figures: [], donors: [] };
  const donations = [asked.projectId, numbers.first, numbers.last];
  const [figures, donors] = await Promise.all([
    db.run(figuresOfPeriod, [...donations, asked.timeZone]),
    db.run(donorsOfPeriod, [...donations, most]),
  ]);
  return { figures, donors };
}
