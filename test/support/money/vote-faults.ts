import type { Database } from '#base/db/db.server.ts';

/**
 * How the figures of votes differ from what is computed anew from the payments: all numbers are 0. `unpaid`: choices that count without a paid
 * payment; `wrong`: choices that count another sum than what is left of it, or another number of votes.
 */
export async function readVoteFaults(db: Database): Promise<{ readonly unpaid: number; readonly wrong: number }> {
  const { rows } = await db.pool.query<{ unpaid: number; wrong: number }>(`
    with counted as (
      select c.sum, c.votes, v.price, p.status,
        case p.status when 'Paid' then p.amount - p.refunded when 'Refunded' then 0 end as left
      from vote_choice c join vote v on v.id = c.vote_id left join payment p on p.reference = c.donation_id
      where c.sum is not null
    )
    select
      count(*) filter (where status is null or status not in ('Paid', 'Refunded'))::float8 as "unpaid",
      count(*) filter (where sum is distinct from "left" or votes is distinct from div("left", price))::float8 as "wrong"
    from counted`);
  const [row] = rows;
  if (row === undefined) throw new Error('the votes do not answer');
  return row;
}
