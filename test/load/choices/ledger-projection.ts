import type { Database } from '#base/db/db.server.ts';

/** What each donation has left in the ledger, in minor units; one that is not there was never paid. */
const ledger = `ledger as (
    select posted.donation_id, -sum(e.amount) as "left"
    from (
      select p.id, d.id as donation_id from posting p join donation d on d.id = p.reference
      union all
      select p.id, y.reference from posting p
        join payment_refund r on r.id = p.reference join payment y on y.id = r.payment_id
      where p.kind = 'donation-part-refund'
    ) posted join entry e on e.posting_id = posted.id
    where e.account_id = '00000000-0000-7000-8000-000000000001' group by posted.donation_id
  )`;

/** Seconds that are left of a clock: its own, those of its donations by their sums in the ledger, and what was added by hand. */
const clocks = `clocks as (
    select c.id, c.ends_at, c.started_at + make_interval(secs => least(c.most_seconds, c.first_seconds
        + coalesce((
            select sum(case
              when x.is_linear then div(l."left" * x.rate_seconds, x.rate_sum)
              else div(l."left", x.rate_sum) * x.rate_seconds
            end) from clock_donation x join ledger l using (donation_id) where x.clock_id = c.id and x.sum is not null
          ), 0)
        + coalesce((select sum(x.seconds) from clock_correction x where x.clock_id = c.id), 0)
      )::float8 + coalesce((
        select sum(extract(epoch from p.ended_at - p.started_at)) from clock_pause p where p.clock_id = c.id
      ), 0)::float8) as due
    from clock c where c.closed_at is null
  )`;

/**
 * How votes, targets, rewards and clocks differ from what one reading of the ledger says: everything is 0 at every moment. `… wrong`: a donation that
 * counts another sum; `… missing`: a posted donation that does not count for what it has chosen; `over`: rewards of which more were taken than
 * there are; `unearned`: taken rewards whose donation has less left than their price; `ends`: clocks that end at another moment.
 */
export async function readProjectionFaults(db: Database): Promise<Record<string, number>> {
  const { rows } = await db.pool.query<Record<string, number>>(`
    with ${ledger}, ${clocks}, choices as (
      select 'votes' as kind, c.sum, l."left", c.votes is distinct from div(c.sum, v.price) as is_odd
        from vote_choice c join vote v on v.id = c.vote_id left join ledger l using (donation_id)
      union all
      select 'targets', c.sum, l."left", false from target_choice c left join ledger l using (donation_id)
      union all
      select 'clock', c.sum, l."left", false from clock_donation c left join ledger l using (donation_id)
    ), taken as (
      select c.reward_id, l."left" from reward_choice c left join ledger l using (donation_id) where c.taken_at is not null
    )
    select
      count(*) filter (where kind = 'votes' and sum is not null and (is_odd or sum is distinct from "left"))::float8 as "votes wrong",
      count(*) filter (where kind = 'votes' and sum is null and "left" is not null)::float8 as "votes missing",
      count(*) filter (where kind = 'targets' and sum is not null and sum is distinct from "left")::float8 as "targets wrong",
      count(*) filter (where kind = 'targets' and sum is null and "left" is not null)::float8 as "targets missing",
      count(*) filter (where kind = 'clock' and sum is not null and sum is distinct from "left")::float8 as "seconds wrong",
      (select count(*) from donation d join ledger l on l.donation_id = d.id
        where not exists (select from clock_donation c where c.donation_id = d.id and c.sum is not null))::float8 as "seconds missing",
      (select count(*) from reward r
        where r.stock < (select count(*) from taken where taken.reward_id = r.id))::float8 as "rewards over",
      (select count(*) from taken join reward r on r.id = reward_id where coalesce("left", 0) < r.price)::float8 as "rewards unearned",
      (select count(*) from clocks where abs(extract(epoch from ends_at - due)) > 0.001)::float8 as "ends of clocks wrong"
    from choices`);
  const [row] = rows;
  if (row === undefined) throw new Error('the choices do not answer');
  return row;
}
