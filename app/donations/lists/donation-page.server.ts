import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { readDonationSettings } from '../donation-settings-store.server.ts';
import { maskOfRows } from '../settings/text-mask.server.ts';
import { type PublicRow, readPublicAfter, readPublicPage, readTotal } from './donation-lists-store.server.ts';

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
    readDonationSettings(db),
  ]);
  return { items: await shownOf(rows, stopWords), total: total.paidCount };
}

async function shownOf(rows: readonly PublicRow[], stopWords: readonly string[]): Promise<ShownDonation[]> {
  const mask = await maskOfRows(stopWords, rows);
  return rows.map(({ id, number, name, message, isAnonymous, amount, paidAt }) => ({
    payId: id,
    number,
    name: isAnonymous || name === null ? null : mask(name),
    message: message === null ? null : mask(message),
    amount: minor(amount),
    paidAt,
  }));
}

/** At most 50 of a project's donations after a number, without refunded ones, oldest first, as alerts show them: a shared one with the whole. */
export async function donationsAfter(db: Queryable, projectId: string, number: number): Promise<ShownDonation[]> {
  const [rows, { stopWords }] = await Promise.all([readPublicAfter(db, projectId, number), readDonationSettings(db)]);
  return shownOf(
    rows.map((row) => ({ ...row, amount: row.whole ?? row.amount })),
    stopWords,
  );
}

/** The number of a project's newest donation; 0 if there is none. */
export async function lastDonationNumber(db: Queryable, projectId: string): Promise<number> {
  return (await readTotal(db, projectId)).lastNumber;
}
