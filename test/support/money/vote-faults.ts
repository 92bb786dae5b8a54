import type { Database } from '#base/db/db.server.ts';

interface VoteFaults {
  readonly unpaid: number;
  readonly wrong: number;
  readonly missing: number;
}

/**
 * How the figures of votes differ from what is computed anew from the payments: all numbers are 0. `unpaid`: choices that count without a paid
 * payment; `wrong`: choices that count another sum than what is left of it, or another number of votes; `missing`: paid choices of an open vote
 * that do not count.
 */
export async function readVoteFaults(db: Database): Promise<VoteFaults> {
  const { rows } = await db.pool.query<VoteFaults>(`
    with counted as (
      select c.sum, c.votes, v.price, p.status, v.over_at > now() as is_open,
        case p.status when 'Paid' then p.amount - p.refunded when 'Refunded' then 0 end as left
      from vote_choice c join vote v on v.id = c.vote_id
        -- A month that was tried again has other payments, too.
        left join payment p on p.reference = c.donation_id and p.status in ('Paid', 'Refunded')
    )
    select
      count(*) filter (where sum is not null and status is null)::float8 as "unpaid",
      count(*) filter (where sum <> "left" or votes <> div("left", price))::float8 as "wrong",
      count(*) filter (where sum is null and status is not null and is_open)::float8 as "missing"
    from counted`);
  const [row] = rows;
  if (row === undefined) throw new Error('the votes do not answer');
  return row;
}
