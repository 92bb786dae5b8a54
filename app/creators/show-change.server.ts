import type { Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { appendEvent } from '#base/events/live.server.ts';

/** Has the page and the stream of a creator ask again for what has changed there. */
export async function showChange(tx: Tx, projectId: string): Promise<void> {
  await appendEvent(tx, projectId, 'statistics', {});
  await dropCached(tx, [`project:${projectId}`]);
}
