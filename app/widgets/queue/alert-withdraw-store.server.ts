import sql from 'sql-template-tag';
import { statement, type Tx } from '#base/db/db.server.ts';
import type { AlertState } from '../alert-state.ts';
import { moveAlerts } from './alert-move-store.server.ts';

const donationAlert = statement<{ id: string; digestId: string | null; state: AlertState }>(
  'select id, digest_id as "digestId", state from alert where pay_id = $1 and project_id = $2',
);

/**
 * Removes alerts from a digest. If its head leaves, the next alert heads the rest under a new id, since its own id means one donation; a
 * single one that is left becomes a single alert, as do those that leave. `head`: the id of the rest.
 */
const leaveDigest = statement<{ head: string | null }>(`
  with rest as (select id, count(*) over () as number_of_them from alert where digest_id = $1 and id <> all ($2::uuid[]) order by number limit 1),
  head as materialized (
    select id as was, number_of_them > 1 as is_digest,
      case when number_of_them > 1 and id <> $1 then uuid_v7() else id end as id
    from rest
  )
  update alert set
    digest_id = case when alert.id <> all ($2::uuid[]) and head.is_digest then head.id end,
    id = case when alert.id = head.was then head.id else alert.id end
  from (values (1)) one (row) left join head on true
  where digest_id = $1
  returning head.id as head`);

const noteRefund = statement(`update alert set reason = 'refunded' where id = $1`);

const endedLast = statement<{ id: string }>(`
  select id from alert
  where project_id = $1 and state in ('shown', 'skipped', 'uncertain') and (digest_id is null or digest_id = id)
    and reason is distinct from 'belowMinimum'
    and (reason is distinct from 'refunded'
      or exists (select from alert donation where donation.digest_id = alert.id and donation.reason is distinct from 'refunded'))
  order by ended_at desc limit 1`);

const refundedIn = statement<{ id: string }>(`
  select id from alert
  where project_id = $1 and digest_id = $2 and reason = 'refunded' and state in ('shown', 'skipped', 'uncertain')`);

/**
 * Finds the alert to replay: the named one, else the one that ended last and was not refunded as a whole; null where there is none.
 * Removes donations that were refunded while their digest played from that digest, so that the rest can be replayed without them,
 * and returns the id of the rest. The queue must be locked.
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
 * Takes a donation's alert out of the queue and out of its digest, unless it plays or has ended. The lease of a page is revoked: the
 * page can no longer start the alert. An alert that plays or has ended stays as it is, marked `refunded` so that it is not shown
 * again. The queue must be locked.
 */
export async function withdrawDonation(tx: Tx, projectId: string, payId: string): Promise<void> {
  const [alert] = await tx.run(donationAlert, [payId, projectId]);
  if (alert === undefined) return;
  const { id, digestId, state } = alert;
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
