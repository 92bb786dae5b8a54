import { sql } from 'drizzle-orm';
import { statement, type Tx } from '#base/db.server.ts';
import { moveAlerts } from './alert-move-store.server.ts';
import type { AlertState } from './alert-state.ts';

const giftAlert = statement<{ id: string; digest_id: string | null; state: AlertState }>(
  'select id, digest_id, state from alert where pay_id = $1 and project_id = $2',
);

/** The others of a digest close up: the next of them stands for all, a last one for itself, as those do that leave. `head`: that next one. */
const leaveDigest = statement<{ head: string | null }>(`
  with rest as (select id from alert where digest_id = $1 and id <> all ($2::uuid[]) order by number)
  update alert set digest_id =
    case when id <> all ($2::uuid[]) and (select count(*) from rest) > 1 then (select id from rest limit 1) end
  where digest_id = $1
  returning (select id from rest limit 1) as head`);

const noteRefund = statement(`update alert set reason = 'refunded' where id = $1`);

const endedLast = statement<{ id: string }>(`
  select id from alert
  where project_id = $1 and state in ('shown', 'skipped', 'uncertain') and (digest_id is null or digest_id = id)
    and (reason is distinct from 'refunded'
      or exists (select from alert gift where gift.digest_id = alert.id and gift.reason is distinct from 'refunded'))
  order by ended_at desc limit 1`);

const refundedIn = statement<{ id: string }>(`
  select id from alert
  where project_id = $1 and digest_id = $2 and reason = 'refunded' and state in ('shown', 'skipped', 'uncertain')`);

/**
 * The alert that a replay is about: the one that is named, else what ended last and was not given back as a whole; null where
 * nothing did. Takes what was given back while its digest played out of that digest, so that the others can be replayed without
 * it, and answers what stands for them from then on. The queue must be locked.
 */
export async function findReplayed(tx: Tx, projectId: string, named?: string): Promise<string | null> {
  const alertId = named ?? (await tx.run(endedLast, [projectId]))[0]?.id;
  if (alertId === undefined) return null;
  const gone = await tx.run(refundedIn, [projectId, alertId]);
  if (gone.length === 0) return alertId;
  const [rest] = await tx.run(leaveDigest, [alertId, gone.map(({ id }) => id)]);
  return rest?.head ?? alertId;
}

/**
 * Takes a gift's alert out of the queue, out of its digest too, where it is not on the screen yet or its end is unknown. One
 * that a page has just been handed is taken back from it: the page may not begin it any more. What plays or has ended stays as it
 * is, with the reason not to be shown again. The queue must be locked.
 */
export async function withdrawGift(tx: Tx, projectId: string, payId: string): Promise<void> {
  const [alert] = await tx.run(giftAlert, [payId, projectId]);
  if (alert === undefined) return;
  const { id, digest_id: digestId, state } = alert;
  if (digestId !== null && state !== 'playing') {
    if (state === 'leased') await moveAlerts(tx, projectId, 'queued', { which: sql`alert.id = ${digestId}` });
    await tx.run(leaveDigest, [digestId, [id]]);
  }
  await moveAlerts(tx, projectId, 'skipped', {
    which: sql`alert.id = ${id} and alert.state in ('held', 'queued', 'leased', 'uncertain')`,
    reason: 'refunded',
  });
  await tx.run(noteRefund, [id]);
}
