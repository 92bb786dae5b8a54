import { type Queryable, statement } from '#base/db/db.server.ts';
import type { AskingSource } from './alert-store.server.ts';

const glance = statement<{ mayHave: boolean }>(`
  select coalesce(current.due_at <= now() or (current.state = 'leased' and current.source = $2), false)
    or (current.id is null and not queue.is_paused and exists (
      select 1 from alert
      where alert.project_id = $1 and state = 'queued' and (digest_id is null or digest_id = id))) as "mayHave"
  from alert_queue queue left join alert current on current.project_id = queue.project_id
    and current.state in ('leased', 'playing') and (current.digest_id is null or current.digest_id = current.id)
  where queue.project_id = $1`);

/**
 * Whether taking the queue's lock is worth it: pages of an earlier version all ask for the next alert at a notification, and one
 * of them gets it. An outdated result only costs one more notification or poll.
 */
export async function mayHaveNextAlert(
  db: Queryable,
  { projectId, source }: Pick<AskingSource, 'projectId' | 'source'>,
): Promise<boolean> {
  const [row] = await db.run(glance, [projectId, source]);
  return row?.mayHave ?? false;
}
