import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { updateCreator } from '../creators-store.server.ts';

/** Tags of all answers and pages that show the creator. A page cached as "not found" is tagged with the user name. */
function tagsOf(userId: string, projectId: string, ...userNames: string[]): string[] {
  return [`creator:${userId}`, `project:${projectId}`, 'creators', ...userNames.map((name) => `creatorName:${name}`)];
}

/** Writes columns of a creator and invalidates everything that shows them. Throws `NotFound`. */
export async function changeCreator(
  tx: Tx,
  userId: string,
  columns: Parameters<typeof updateCreator>[2],
): Promise<void> {
  const before = await updateCreator(tx, userId, columns);
  if (before === null) throw failures.notFound();
  const names = typeof columns.user_name === 'string' ? [columns.user_name] : [];
  await dropCached(tx, tagsOf(userId, before.projectId, before.userName, ...names));
}
