import { type Queryable, statement } from '#base/db/db.server.ts';

/**
 * SQL of the donations `d` of project `$1` between two numbers without refunded ones. They are read in pieces in the order of the index, so
 * that wrong statistics of the table cannot mislead the planner.
 */
export const piecesOf = (first: string, last: string): string => `
  generate_series(${first}::bigint, ${last}::bigint, 1000) as piece (first), lateral (
    select d.donor_key, d.amount, d.paid_at, d.number, d.membership_month is not null as is_month from donation d
    where d.project_id = $1 and d.number is not null and d.refunded_at is null
      and d.number >= piece.first and d.number < piece.first + 1000 and d.number <= ${last}
    order by d.number limit 1000) d`;

export interface DonorRow extends Record<string, unknown> {
  readonly name: string | null;
  readonly amount: number;
  readonly count: number;
  readonly isNew: boolean;
}

/** Donations of a project between two numbers, both included. */
export interface Numbers {
  readonly projectId: string;
  readonly first: number;
  readonly last: number;
}

/** From so many donations on, the donors of all times are asked first. */
const many = 5_000;

/**
 * Whether a donor has donated to the project before, found in the index alone: the index row before the donor's donations of this period
 * has the same key. With a comparison for equality, a planner that expects few donors would read the whole table.
 */
const hadGiven = `coalesce((
  select f.donor_key = tops.donor_key from donation f
  where f.project_id = $1 and (f.donor_key, f.number) < (tops.donor_key, $2)
    and f.number is not null and f.refunded_at is null
  order by f.donor_key desc, f.number desc limit 1), false)`;

const shown = `
  case when tops.donor_key <> 'anonymous' then last.name end as name, tops.amount, tops.count,
  tops.donor_key <> 'anonymous' and not ${hadGiven} as "isNew"`;

const lastOfTops = `tops, lateral (
  select name from donation where project_id = $1 and number = tops.last order by number limit 1) last`;

/** The largest donors, from every donation of the period. */
export const donorsOfPeriod = statement<DonorRow>(`
  with tops as (
    select d.donor_key, max(d.number) as last, sum(d.amount)::bigint as amount, count(*) as count
    from ${piecesOf('$2', '$3')} group by d.donor_key order by sum(d.amount) desc, d.donor_key limit $4
  )
  select ${shown} from ${lastOfTops} order by tops.amount desc, tops.donor_key`);

/**
 * The same from the donations of the largest donors of all times alone, each of which is a range of `donation_first`: with comparisons for equality,
 * a planner that expects few donations of the project would walk its numbers for every donor. Nobody gave more in a period than in all times, so `isSure` says that no
 * other donor belongs here: the last one gave more in the period than any of the others ever.
 */
export const donorsByTotal = statement<DonorRow & { isSure: boolean }>(`
  with most as materialized (
    select donor_key, amount from donor_total where project_id = $1 and count > 0
    order by amount desc, donor_key limit 200
  ), given as (
    select most.donor_key, of.last, of.amount, of.count from most, lateral (
      select max(d.number) as last, sum(d.amount)::bigint as amount, count(*) as count from donation d
      where d.project_id = $1 and (d.donor_key, d.number) >= (most.donor_key, $2) and (d.donor_key, d.number) <= (most.donor_key, $3)
        and d.number is not null and d.refunded_at is null) of
    where of.count > 0
  ), tops as materialized (
    select * from given order by amount desc, donor_key limit $4
  )
  select ${shown},
    (select count(*) from most) < 200
      or (select count(*) = $4 and min(amount) > (select min(amount) from most) from tops) as "isSure"
  from ${lastOfTops} order by tops.amount desc, tops.donor_key`);

/** The largest donors between two numbers of a project's donations, anonymous donations as one row without a name. */
export async function readLargestDonors(db: Queryable, asked: Numbers, most: number): Promise<DonorRow[]> {
  const values = [asked.projectId, asked.first, asked.last, most];
  if (asked.last - asked.first >= many) {
    const rows = await db.run(donorsByTotal, values);
    if (rows[0]?.isSure === true) return rows.map(({ isSure: _, ...donor }) => donor);
  }
  return db.run(donorsOfPeriod, values);
}
