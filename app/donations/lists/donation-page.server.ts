import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/text/money.ts';
import { readSettings } from '../donation-settings.server.ts';
import { maskOfRows } from '../settings/text-mask.server.ts';
import { readPublicPage, readTotal } from './donation-lists-store.server.ts';

/** A donation as the public may see it. Amount in minor units. */
interface ShownDonation {
  readonly payId: string;
  /** Its number among all paid donations of the project, from 1. */
  readonly number: number;
  /** Null for an anonymous donation; stop words are masked. */
  readonly name: string | null;
  /** Stop words are masked. */
  readonly message: string | null;
  readonly amount: Minor;
  readonly paidAt: Date;
}

/** A page of a project's donations without refunded ones, newest first, and their number. */
export async function donationPage(
  db: Queryable,
  projectId: string,
  { skip, take }: { skip: number; take: number },
): Promise<{ items: ShownDonation[]; total: number }> {
  const [rows, total, { stopWords }] = await Promise.all([
    readPublicPage(db, projectId, skip, take),
    readTotal(db, projectId),
    readSettings(db),
  ]);
  const mask = await maskOfRows(stopWords, rows);
  const items = rows.map(({ id, number, name, message, isAnonymous, amount, paidAt }) => ({
    payId: id,
    number,
    name: isAnonymous || name === null ? null : mask(name),
    message: message === null ? null : mask(message),
    amount: minor(amount),
    paidAt,
  }));
  return { items, total: total.paidCount };
}
