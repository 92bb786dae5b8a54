import type { Queryable } from '#base/db.server.ts';
import { minor } from '#base/money.ts';
import { countTroubled, type OverviewFilter, readFailedByDay, readPayments } from './payment-overview-store.server.ts';

/** Payments of a state, the newest first. */
export async function paymentsInState(db: Queryable, asked: OverviewFilter & { skip: number; take: number }) {
  const { items, count } = await readPayments(db, asked);
  return { count, items: items.map((row) => ({ ...row, amount: minor(row.amount) })) };
}

/** How many payments failed within 24 hours, and how many an operator must look at. */
export async function troubledPaymentCounts(db: Queryable) {
  return countTroubled(db);
}

/** Payments that came to nothing by the day (`2026-01-31`, of a time zone) on which they were begun. */
export async function failedPaymentsByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  return readFailedByDay(db, asked);
}
