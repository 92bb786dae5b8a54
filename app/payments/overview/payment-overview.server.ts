import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/text/money.ts';
import { countTroubled, type OverviewFilter, readFailedByDay, readPayments } from './payment-overview-store.server.ts';

/** Payments of a state, newest first. */
export async function paymentsInState(db: Queryable, asked: OverviewFilter & { skip: number; take: number }) {
  const { items, count } = await readPayments(db, asked);
  return { count, items: items.map((row) => ({ ...row, amount: minor(row.amount), refunded: minor(row.refunded) })) };
}

/** How many payments failed within 24 hours, and how many are flagged for an operator. */
export async function troubledPaymentCounts(db: Queryable) {
  return countTroubled(db);
}

/** Failed and expired payments by the day of their creation (`2026-01-31`, in a time zone). */
export async function failedPaymentsByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  return readFailedByDay(db, asked);
}
