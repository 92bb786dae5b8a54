import { sql } from 'drizzle-orm';
import { statement, type Tx } from '#base/db.server.ts';
import { moveAlerts } from './alert-move-store.server.ts';
import type { AlertState } from './alert-state.ts';

const giftAlert = statement<{ id: string; digest_id: string | null; state: AlertState }>(
  'select id, digest_id, state from alert where pay_id = $1 and project_id = $2',
);

/** The others of a digest close up: the next of them stands for all, a last one for itself. */
const closeUp = statement(`
  with rest as (select id from alert where digest_id = $1 and id <> $2 order by number)
  update alert set digest_id = case when (select count(*) from rest) > 1 then (select id from rest limit 1) end
  where id in (select id from rest)`);

const standAlone = statement('update alert set digest_id = null where id = $1');

/**
 * Takes a gift's alert out of the queue, out of its digest too, where it is not on the screen yet or its end is unknown. One
 * that a page has just been handed is taken back from it: the page may not begin it any more. The queue must be locked.
 */
export async function withdrawGift(tx: Tx, projectId: string, payId: string): Promise<void> {
  const [alert] = await tx.run(giftAlert, [payId, projectId]);
  if (alert === undefined) return;
  const { id, digest_id: digestId } = alert;
  if (digestId !== null) {
    if (alert.state === 'leased') await moveAlerts(tx, projectId, 'queued', { which: sql`alert.id = ${digestId}` });
    else if (alert.state !== 'queued' && alert.state !== 'uncertain') return;
    await tx.run(closeUp, [digestId, id]);
    await tx.run(standAlone, [id]);
  }
  await moveAlerts(tx, projectId, 'skipped', {
    which: sql`alert.id = ${id} and alert.state in ('held', 'queued', 'leased', 'uncertain')`,
    reason: 'refunded',
  });
}
