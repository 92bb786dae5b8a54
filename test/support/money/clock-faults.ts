import type { Database } from '#base/db/db.server.ts';

interface ClockFaults {
  readonly unpaid: number;
  readonly wrong: number;
  readonly missing: number;
}

/**
 * How the rows of clocks differ from what is computed anew from the payments: all numbers are 0. `unpaid`: donations that count without a paid
 * payment; `wrong`: donations that count another sum than what is left of it; `missing`: paid donations to a clock that is not over that do not count.
 */
export async function readClockFaults(db: Database): Promise<ClockFaults> {
  const { rows } = await db.pool.query<ClockFaults>(`
    with counted as (
      select c.sum, p.status, case p.status when 'Paid' then p.amount - p.refunded when 'Refunded' then 0 end as left
      from clock_donation c left join payment p on p.reference = c.donation_id
    ), missed as (
      select from donation d join clock c on c.project_id = d.project_id and c.over_at > now() and c.started_at < d.paid_at
      where not exists (select from clock_donation x where x.donation_id = d.id and x.clock_id = c.id and x.sum is not null)
    )
    select
      count(*) filter (where sum is not null and (status is null or status not in ('Paid', 'Refunded')))::float8 as "unpaid",
      count(*) filter (where sum <> "left")::float8 as "wrong",
      (select count(*) from missed)::float8 as "missing"
    from counted`);
  const [row] = rows;
  if (row === undefined) throw new Error('the clocks do not answer');
  return row;
}
