import type { Database } from '#base/db/db.server.ts';

interface TargetFaults {
  readonly unpaid: number;
  readonly wrong: number;
  readonly missing: number;
}

/**
 * How the figures of targets differ from what is computed anew from the payments: all numbers are 0. `unpaid`: choices that count without a
 * paid payment; `wrong`: choices that count another sum than what is left of it; `missing`: paid choices of an open target that do not count.
 */
export async function readTargetFaults(db: Database): Promise<TargetFaults> {
  const { rows } = await db.pool.query<TargetFaults>(`
    with counted as (
      select c.sum, p.status, t.closed_at is null as is_open,
        case p.status when 'Paid' then p.amount - p.refunded when 'Refunded' then 0 end as left
      from target_choice c join target t on t.id = c.target_id left join payment p on p.reference = c.donation_id
    )
    select
      count(*) filter (where sum is not null and (status is null or status not in ('Paid', 'Refunded')))::float8 as "unpaid",
      count(*) filter (where sum <> "left")::float8 as "wrong",
      count(*) filter (where sum is null and status in ('Paid', 'Refunded') and is_open)::float8 as "missing"
    from counted`);
  const [row] = rows;
  if (row === undefined) throw new Error('the targets do not answer');
  return row;
}
