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

/**
 * The first and the last number of the gifts that a project was paid within days of a time zone. Numbers rise with time: both
 * are found by one step into the index each, whatever else was paid to others in that time.
 */
const numbersOfDays = statement<{ first: number | null; last: number | null }>(`
  select (
    select number from donation where project_id = $1 and number is not null
      and paid_at >= ($2::date)::timestamp at time zone $4::text order by paid_at limit 1
  ) as first, (
    select number from donation where project_id = $1 and number is not null
      and paid_at < ($3::date + 1)::timestamp at time zone $4::text order by paid_at desc limit 1
  ) as last`);

/** Gifts of a project from one number to another: what was given back does not count. */
const counted = `donation d
  where d.project_id = $1 and d.number is not null and d.refunded_at is null and d.number between $2 and $3`;

/** Whether somebody has given to the project before, found in the index alone. */
const hadGiven = (donorKey: string) => `exists (
  select from donation f where f.project_id = $1 and f.donor_key = ${donorKey} and f.number < $2
    and f.number is not null and f.refunded_at is null)`;

// One walk over the index in the order of donors: a join would be planned for few gifts and never end with many. `told` is made
// once, so that each donor is looked for once.
export const figuresOfPeriod = statement<FiguresRow>(`
  with gift as (
    select d.donor_key, d.amount, d.paid_at at time zone $4::text as at,
      lag(d.paid_at) over (partition by d.donor_key order by d.number) at time zone $4::text as before
    from ${counted}
  ), told as materialized (
    select date_trunc('hour', at) as hour, amount,
      case when donor_key = 'anonymous' then null
        when before is not null then case when before::date <> at::date then 'again' end
        when ${hadGiven('gift.donor_key')} then 'back'
        else 'new' end as donor
    from gift
  ), hours as (
    select hour::date as day, extract(hour from hour)::int as hour, count(*) as count, sum(amount) as amount,
      count(*) filter (where donor = 'new') as new, count(*) filter (where donor = 'back') as back,
      count(*) filter (where donor = 'again') as again
    from told group by told.hour
  )
  select day::text as day, hour, coalesce(sum(count), 0)::bigint as count, coalesce(sum(amount), 0)::bigint as amount,
    coalesce(round(sum(amount) / sum(count)), 0)::bigint as average, coalesce(sum(new), 0)::bigint as "newDonors",
    coalesce(case when grouping(day) = 0 then sum(back + again) else sum(back) end, 0)::bigint as "returningDonors"
  from hours
  group by grouping sets ((day), (hour), ())
  order by 1, 2`);

export const donorsOfPeriod = statement<DonorRow>(`
  with tops as (
    select d.donor_key, max(d.number) as last, sum(d.amount)::bigint as amount, count(*) as count
    from ${counted} group by d.donor_key order by sum(d.amount) desc, d.donor_key limit $4
  )
  select case when tops.donor_key <> 'anonymous' then last.name end as name, tops.amount, tops.count,
    tops.donor_key <> 'anonymous' and not ${hadGiven('tops.donor_key')} as "isNew"
  from tops join donation last on last.project_id = $1 and last.number = tops.last
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
 * Rows by day, rows by hour, and one of neither for all, none where nothing was paid; and the largest donors of the period
 * first, anonymous gifts being one row without a name.
 */
export async function readStatistics(
  db: Queryable,
  asked: AskedDays,
  most: number,
): Promise<{ figures: FiguresRow[]; donors: DonorRow[] }> {
  const numbers = await readNumbers(db, asked);
  if (numbers === null) return { figures: [], donors: [] };
  const gifts = [asked.projectId, numbers.first, numbers.last];
  const [figures, donors] = await Promise.all([
    db.run(figuresOfPeriod, [...gifts, asked.timeZone]),
    db.run(donorsOfPeriod, [...gifts, most]),
  ]);
  return { figures, donors };
}
