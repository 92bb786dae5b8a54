import type { Database } from '#base/db/db.server.ts';

interface RewardFaults {
  readonly unpaid: number;
  readonly wrong: number;
  readonly unfree: number;
  readonly missing: number;
  readonly over: number;
  readonly gone: number;
}

export const noRewardFaults: RewardFaults = { unpaid: 0, wrong: 0, unfree: 0, missing: 0, over: 0, gone: 0 };

/**
 * How taken rewards differ from what is computed anew from the payments: all numbers are 0. `unpaid`: choices that count without a paid payment;
 * `wrong`: choices that count another sum than what is left of it; `unfree`: choices that have their piece though less than the price is left and it
 * was not given, or have neither it nor wait for one though the price is left; `missing`: paid choices that have neither taken nor missed a piece, though no
 * moderator has taken the reward away; `over`: rewards of which more is taken than there is; `gone`: choices that wait for a piece of a
 * reward that a moderator has taken away.
 */
export async function readRewardFaults(db: Database): Promise<RewardFaults> {
  const { rows } = await db.pool.query<RewardFaults>(`
    with counted as (
      select c.sum, c.given_at, c.taken_at, c.missed_at, r.price, p.status, r.removed_at,
        c.taken_at is not null or c.missed_at is not null and c.paid_back_at is null as is_kept,
        case p.status when 'Paid' then p.amount - p.refunded when 'Refunded' then 0 end as left
      from reward_choice c join reward r on r.id = c.reward_id left join payment p on p.reference = c.donation_id
    )
    select
      count(*) filter (where sum is not null and (status is null or status not in ('Paid', 'Refunded')))::float8 as "unpaid",
      count(*) filter (where sum <> "left")::float8 as "wrong",
      count(*) filter (where sum is not null and is_kept <> ("left" >= price or given_at is not null))::float8 as "unfree",
      count(*) filter (where sum is null and status in ('Paid', 'Refunded') and removed_at is null)::float8 as "missing",
      (select count(*) from reward r
        where stock < (select count(*) from reward_choice c where c.reward_id = r.id and c.taken_at is not null))::float8 as "over",
      count(*) filter (where missed_at is not null and taken_at is null and removed_at is not null)::float8 as "gone"
    from counted`);
  const [row] = rows;
  if (row === undefined) throw new Error('the rewards do not answer');
  return row;
}
