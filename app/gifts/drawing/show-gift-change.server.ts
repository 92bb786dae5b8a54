import type { Tx } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import { appendAtEnd } from '#base/events/live.server.ts';
import type { GiftRow } from '../gift/gift-store.server.ts';

/** The tag of what shows a gift. */
export const giftTag = (giftId: string) => `gift:${giftId}`;

/** Has the pages and the stream of a creator ask again for a gift. */
export async function showGiftChange(tx: Tx, { id, projectId }: Pick<GiftRow, 'id' | 'projectId'>): Promise<void> {
  appendAtEnd(tx, projectId, 'statistics', {});
  await outdateCached(tx, [giftTag(id), `project:${projectId}`]);
}
