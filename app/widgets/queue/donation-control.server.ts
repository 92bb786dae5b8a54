import { statement, type Tx } from '#base/db/db.server.ts';
import { controlQueue } from './alert-control-store.server.ts';
import { lockQueue } from './alert-move-store.server.ts';

const singleAlert = statement<{ id: string }>(`
  select id from alert where pay_id = $1 and project_id = $2 and digest_id is null`);

/**
 * Shows the alert of a donation again, or skips it. False: there is none, its state does not allow it, or it is part of a digest, whose
 * other donations were not named.
 */
export async function controlDonation(
  tx: Tx,
  {
    projectId,
    payId,
    action,
  }: { readonly projectId: string; readonly payId: string; readonly action: 'replay' | 'skip' },
): Promise<boolean> {
  await lockQueue(tx, projectId);
  const [alert] = await tx.run(singleAlert, [payId, projectId]);
  if (alert === undefined) return false;
  const { result } = await controlQueue(tx, { projectId, action, alertIds: [alert.id] });
  return result === 'done';
}
