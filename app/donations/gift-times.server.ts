import type { Queryable } from '#base/db.server.ts';
import { type GiftTimesRow, readGiftTimes } from './gift-times-store.server.ts';

/** When a gift was paid and given back, for its donor's receipt; null where there is no such gift. */
export function giftTimes(db: Queryable, payId: string): Promise<GiftTimesRow | null> {
  return readGiftTimes(db, payId);
}
