import type { Database } from '#base/db/db.server.ts';
import { announceQueue, lockQueue, readProjectsWithDue, settleQueue } from './alert-move-store.server.ts';

/**
 * Returns expired leases to their queues, marks alerts that played without an end as uncertain, and notifies the pages of those queues.
 * Any number of processes may run it at once.
 */
export async function sweepAlerts(db: Database): Promise<void> {
  for (const { projectId } of await readProjectsWithDue(db)) {
    await db.transaction(async (tx) => {
      await lockQueue(tx, projectId);
      if ((await settleQueue(tx, projectId)) > 0) await announceQueue(tx, projectId);
    });
  }
}
