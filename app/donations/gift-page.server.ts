import type { Queryable } from '#base/db.server.ts';
import { type Minor, minor } from '#base/money.ts';
import { readPublicPage, readTotal } from './donation-lists-store.server.ts';
import { readSettings, stopWordsOf } from './donation-settings.server.ts';

/** A gift as everybody may see it. Amount in minor units. */
interface ShownGift {
  readonly payId: string;
  /** Its place among all gifts that the project was ever paid, from 1. */
  readonly number: number;
  /** Null for an anonymous gift; stop words are masked. */
  readonly name: string | null;
  /** Stop words are masked. */
  readonly message: string | null;
  readonly amount: Minor;
  readonly paidAt: Date;
}

/** A page of a project's gifts that were not given back, newest first, and how many there are. */
export async function giftPage(
  db: Queryable,
  projectId: string,
  { skip, take }: { skip: number; take: number },
): Promise<{ items: ShownGift[]; total: number }> {
  const [rows, total, { stopWords }] = await Promise.all([
    readPublicPage(db, projectId, skip, take),
    readTotal(db, projectId),
    readSettings(db),
  ]);
  const { mask } = stopWordsOf(stopWords);
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
