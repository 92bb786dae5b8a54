import { type Database, statement } from '#base/db/db.server.ts';
import { announceQueue, lockQueue, settleQueue } from './alert-move-store.server.ts';

const projectsAtOnce = 200;

const projectsWithDue = statement<{ projectId: string }>(`
  select distinct project_id as "projectId" from alert
  where state in ('leased', 'playing') and due_at <= now() limit ${projectsAtOnce}`);

/**
 * Returns expired leases to their queues, marks alerts that played without an end as uncertain, and notifies the pages of those queues.
 * Any number of processes may run it at once.
 */
export async function sweepAlerts(db: Database): Promise<void> {
  const rows = await db.run(projectsWithDue, []);
  for (const { projectId } of rows) {
    await db.transaction(async (tx) => {
      await lockQueue(tx, projectId);
      if ((await settleQueue(tx, projectId)) > 0) await announceQueue(tx, projectId);
    });
  }
}
