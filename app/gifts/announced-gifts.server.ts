import type { Queryable } from '#base/db/db.server.ts';
import type { AnnouncedGift } from './announced-gift.ts';
import { readAnnounced } from './gift/gift-store.server.ts';

/** On the page of a creator at once. */
const mostShown = 3;

/** The gifts for viewers that the page of a creator leads to, newest first. */
export async function announcedGifts(db: Queryable, projectId: string): Promise<readonly AnnouncedGift[]> {
  return readAnnounced(db, projectId, mostShown);
}
