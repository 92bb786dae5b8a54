import type { Queryable } from '#base/db/db.server.ts';
import { type DonationTimesRow, readDonationTimes } from './donation-times-store.server.ts';

/** When a donation was paid and refunded, for its donor's receipt; null where there is no such donation. */
export function donationTimes(db: Queryable, payId: string): Promise<DonationTimesRow | null> {
  return readDonationTimes(db, payId);
}
