import { type Queryable, statement } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { idsOfPeriod } from './statement-store.server.ts';

interface TurnoverRow extends Record<string, unknown> {
  readonly accountId: string | null;
  readonly personId: string | null;
  readonly kind: string;
  readonly gross: number;
  readonly commission: number;
  readonly net: number;
}

/** What the postings of one kind moved for an account, in minor units. A refund is negative. */
export interface Turnover {
  /** Null: no creator has a part in it. */
  readonly accountId: string | null;
  readonly personId: string | null;
  readonly kind: string;
  /** With the platform's commission: what payers paid. */
  readonly gross: Minor;
  readonly commission: Minor;
  /** What the account received. */
  readonly net: Minor;
}

/**
 * Of a posting to several creators each has the commission in proportion to what it received, to the minor unit: the sum up to an account
 * less the sum before it. A posting without a creator is the platform's own. Postings are found by their ids, which contain
 * their times; the entries have the same bounds, since PostgreSQL would otherwise read all of them.
 */
export const turnover = statement<TurnoverRow>(`
  with side as (
    select p.id, p.kind, e.account_id, e.amount, a.person_id, a.kind as account_kind,
      sum(e.amount) filter (where a.kind = 'platform') over (partition by p.id) as fee,
      sum(e.amount) filter (where a.kind = 'creator') over (partition by p.id) as whole,
      sum(e.amount) filter (where a.kind = 'creator') over (partition by p.id order by e.account_id) as until,
      bool_or(a.kind = 'creator') over (partition by p.id) as has_creator
    from posting p join entry e on e.posting_id = p.id join account a on a.id = e.account_id
    where p.id >= $1 and p.id <= $2 and e.posting_id >= $1 and e.posting_id <= $2
  ), share as (
    select kind, account_id, person_id, amount as net,
      case when whole = 0 then 0 else coalesce(div(fee * until, whole) - div(fee * (until - amount), whole), 0) end as commission
    from side where account_kind = 'creator'
    union all
    select kind, null, null, 0, amount from side where account_kind = 'platform' and not has_creator
  )
  select account_id as "accountId", person_id as "personId", kind, sum(net + commission)::bigint as gross,
    sum(commission)::bigint as commission, sum(net)::bigint as net
  from share group by account_id, person_id, kind`);

/** The movements of all creators' accounts in a period, by account and kind. `to` is not included. */
export async function readTurnover(db: Queryable, period: { from: Date; to: Date }): Promise<Turnover[]> {
  const rows = await db.run(turnover, idsOfPeriod(period));
  return rows.map(({ gross, commission, net, ...row }) => ({
    ...row,
    gross: minor(gross),
    commission: minor(commission),
    net: minor(net),
  }));
}
