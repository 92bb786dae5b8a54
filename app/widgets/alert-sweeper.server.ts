import { sql } from 'drizzle-orm';
import type { Database } from '#base/db.server.ts';
import { announceQueue, lockQueue, settleQueue } from './alert-move-store.server.ts';

const projectsAtOnce = 200;

/**
 * Gives leases back whose page has gone, calls uncertain what played without an end, and rings the pages of those queues. Any
 * number of processes may do it side by side.
 */
export async function sweepAlerts(db: Database): Promise<void> {
  const { rows } = await db.execute<{ project_id: string }>(sql`
    select distinct project_id from alert
    where state in ('leased', 'playing') and due_at <= now() limit ${projectsAtOnce}`);
  for (const { project_id: projectId } of rows) {
    await db.transaction(async (tx) => {
      await lockQueue(tx, projectId);
      if ((await settleQueue(tx, projectId)) > 0) await announceQueue(tx, projectId);
    });
  }
}
