import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { type OverviewFilter, readPayments } from './payment-overview-store.server.ts';

/** Payments of a state, newest first. */
export async function paymentsInState(db: Queryable, asked: OverviewFilter & { skip: number; take: number }) {
  const { items, count } = await readPayments(db, asked);
  return { count, items: items.map((row) => ({ ...row, amount: minor(row.amount), refunded: minor(row.refunded) })) };
}
