import type { Queryable, Tx } from '#base/db/db.server.ts';
import {
  hasMetClock,
  insertAddedTime,
  lockCountedClock,
  lockMetClock,
  readAddedTime,
  readGivenTime,
  reduceAddedTime,
} from './added-time-store.server.ts';
import { clockLimits } from './clock-rules.ts';
import { projectEnd, readClock } from './clock-store.server.ts';

/** A donation that is being paid; `amount` in minor units. */
interface PayingDonation {
  readonly projectId: string;
  readonly donationId: string;
  readonly amount: number;
  readonly createdAt: Date;
}

/**
 * Counts a donation for the clock of its project, in the transaction that pays it, and returns the seconds that it adds; null: no clock runs. A
 * donation that was made before the end and is paid after it is written down as one that came too late.
 */
export async function addTime(tx: Tx, donation: PayingDonation): Promise<number | null> {
  const { projectId, donationId, amount, createdAt } = donation;
  const clockId = await lockMetClock(tx, projectId, createdAt);
  if (clockId === null) return null;
  const { seconds, now } = await insertAddedTime(tx, { donationId, clockId, amount });
  if (seconds !== null) await projectEnd(tx, clockId, now, clockLimits.longest);
  return seconds;
}

/**
 * Takes the time of the refunded part back, in the transaction of the refund, and with it the end of its clock unless that is over; null: the whole
 * donation has gone.
 */
export async function reduceTime(
  tx: Tx,
  { donationId }: { readonly donationId: string },
  back: number | null,
): Promise<void> {
  const clockId = await lockCountedClock(tx, donationId);
  const clock = clockId === null ? null : await readClock(tx, clockId);
  if (clock === null) return;
  await reduceAddedTime(tx, donationId, back);
  if (!clock.isOver) await projectEnd(tx, clock.id, clock.now, clockLimits.longest);
}

/** The seconds that each of some donations adds, by its id; those that count for no clock are left out. */
export async function addedSeconds(
  db: Queryable,
  donationIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = donationIds.length === 0 ? [] : await readAddedTime(db, donationIds);
  return new Map(rows.map(({ donationId, seconds }) => [donationId, seconds]));
}

/** A donation, as far as its thanks need it. */
interface AskedDonation {
  readonly projectId: string;
  readonly donationId: string;
  readonly createdAt: Date;
  readonly isPaid: boolean;
}

/** What a donation has added to the clock that it has met; null: none. Unpaid, it has added nothing yet. */
export async function addedTimeOf(db: Queryable, { projectId, donationId, createdAt, isPaid }: AskedDonation) {
  if (isPaid) return readGivenTime(db, donationId);
  return (await hasMetClock(db, projectId, createdAt)) ? { seconds: 0, isCounted: false, isFull: false } : null;
}
