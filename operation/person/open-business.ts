import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#base/db/db.server.ts';
import type { Subject } from './personal-table.ts';

interface Business {
  /** Counts what is open. */
  readonly count: (subject: Subject) => Sql;
  readonly reason: string;
}

const inHand = sql`(1, 2, 3, 4, 5)`;

const business: readonly Business[] = [
  {
    count: ({ userId }) => sql`select from payout where person_id = ${userId} and state = 'Requested'`,
    reason: 'a payout is asked for: pay or decline it first, at /admin/payouts',
  },
  {
    count: ({ userId }) => sql`select from shop_order where user_id = ${userId} and status in ${inHand}`,
    reason: 'an order of this buyer is not paid or not handed over: complete, cancel or refund it first',
  },
  {
    count: ({ userId }) => sql`select from order_line l join shop_order o on o.id = l.order_id
      where l.seller_id = ${userId} and o.status in ${inHand}`,
    reason: 'an order with products of this seller is not paid or not handed over: complete, cancel or refund it first',
  },
  {
    // They could not order it any more, as nobody is there who would send it.
    count: ({
      userId,
    }) => sql`select from product o join gifted_months g on g.product_id = o.id join gifted_place p on p.gift_id = g.id
      where o.user_id = ${userId} and p.person_id is not null and p.choose_until > now()
        and p.order_id is null and p.lapsed_at is null and p.withdrawn_at is null`,
    reason: 'somebody has got merch of this seller as a gift and may still order it: that is over within 30 days',
  },
  {
    count: ({ projectId }) => sql`select from shop_order o join donation d on d.id = o.donation_id
      where d.project_id = ${projectId} and o.status = 1`,
    reason: 'an unpaid order contains a donation to this person: it is paid or cancelled within a day',
  },
  {
    // A payment that our clock has closed may still be paid until its system says that it is not. What is shared is paid by the one of the page.
    count: ({ userId, projectId }) => sql`select from payment p
      left join shop_order o on o.id = p.reference
      join donation d on d.id = coalesce(o.donation_id, p.reference)
      where (d.donor_id = ${userId} or d.project_id = ${projectId}
          or exists (select from donation part where part.joint_of = d.id and part.project_id = ${projectId})) and d.number is null
        and (p.status in ('Created', 'AwaitingCode') or p.status in ('Expired', 'Failed') and p.next_check_at is not null)`,
    reason:
      'a donation from or to this person may still be paid: it is known within the hour, once the payment system answers',
  },
  {
    // Comes last: what was open above and is paid meanwhile is seen here.
    count: ({ userId }) => sql`select from account where person_id = ${userId} and balance <> 0`,
    reason: 'there is money on an account: pay it out first, or let the owner give it up in writing and book it away',
  },
];

/**
 * Describes what must be settled before the person can be deleted, in sentences for the operator. The person is locked out before, so that
 * nothing is opened while it looks.
 */
export async function readOpenBusiness(db: Queryable, subject: Subject): Promise<string[]> {
  const open: string[] = [];
  for (const { count, reason } of business) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from (${count(subject)}) one`,
    );
    const found = rows[0]?.count ?? 0;
    if (found > 0) open.push(`${reason} (${found})`);
  }
  return open;
}
