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
    count: ({ userId }) => sql`select from person where id = ${userId} and role <> 'user'`,
    reason: 'the person is one of the staff: take the role away first, in the admin area',
  },
  {
    count: ({ userId }) => sql`select from account where person_id = ${userId} and balance <> 0`,
    reason: 'there is money on an account: pay it out first, or let the owner give it up in writing and book it away',
  },
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
    count: ({ userId, projectId }) => sql`select from donation d join payment p on p.reference = d.id
      where (d.donor_id = ${userId} or d.project_id = ${projectId}) and p.status in ('Created', 'AwaitingCode')`,
    reason: 'a donation from or to this person is being paid right now: it is paid or expired within the hour',
  },
];

/** Describes what must be settled before the person can be deleted, in sentences for the operator. */
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
