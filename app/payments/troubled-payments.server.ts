import type { Queryable } from '#base/db.server.ts';
import { minor } from '#base/money.ts';
import { countTroubled, readFailedByDay, readTroubled } from './troubled-payments-store.server.ts';

/** Payments that came to nothing (`failed`), or that an operator must look at (`problem`), the newest first. */
export async function troubledPayments(
  db: Queryable,
  asked: { state: 'failed' | 'problem'; skip: number; take: number },
) {
  const { items, count } = await readTroubled(db, asked);
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
