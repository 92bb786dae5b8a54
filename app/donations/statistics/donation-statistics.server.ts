import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { readDonationSettings } from '../donation-settings-store.server.ts';
import { readPaidSince, readPublicPage, readTotal } from '../lists/donation-lists-store.server.ts';
import { readTop } from '../lists/top-donors-store.server.ts';
import { maskOfRows } from '../settings/text-mask.server.ts';

/** A project's donations for widgets: refunded ones do not count, names and messages are masked. */
export interface DonationStatistics {
  readonly count: number;
  /** Minor units. */
  readonly amount: Minor;
  /** Newest first. */
  readonly last: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly amount: Minor;
    readonly message: string | null;
    readonly paidAt: Date;
  }[];
  /** Of all time, largest first; anonymous donations are one row without a name. */
  readonly top: readonly { readonly name: string | null; readonly amount: Minor; readonly count: number }[];
}

/** Sum and count since a moment (null: of all time), the last donations and the top donors, `most` of each. */
export async function donationStatistics(
  db: Queryable,
  projectId: string,
  asked: { since: Date | null; most: number },
): Promise<DonationStatistics> {
  const [sums, last, top, { stopWords }] = await Promise.all([
    asked.since === null ? allTimes(db, projectId) : readPaidSince(db, projectId, asked.since),
    readPublicPage(db, projectId, 0, asked.most),
    readTop(db, projectId, asked.most),
    readDonationSettings(db),
  ]);
  const mask = await maskOfRows(stopWords, [...last, ...top]);
  return {
    count: sums.count,
    amount: minor(sums.amount),
    last: last.map(({ id, name, amount, message, isAnonymous, paidAt }) => ({
      id,
      name: isAnonymous || name === null ? null : mask(name),
      amount: minor(amount),
      message: message === null ? null : mask(message),
      paidAt,
    })),
    top: top.map(({ name, amount, count }) => ({
      name: name === null ? null : mask(name),
      amount: minor(amount),
      count,
    })),
  };
}

async function allTimes(db: Queryable, projectId: string): Promise<{ count: number; amount: number }> {
  const { paidCount, paidSum } = await readTotal(db, projectId);
  return { count: paidCount, amount: paidSum };
}
