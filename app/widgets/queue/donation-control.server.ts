import type { Tx } from '#base/db/db.server.ts';
import { controlQueue, findSingleAlert } from './alert-control-store.server.ts';
import { lockQueue } from './alert-move-store.server.ts';

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
  const alertId = await findSingleAlert(tx, projectId, payId);
  if (alertId === null) return false;
  const { result } = await controlQueue(tx, { projectId, action, alertIds: [alertId] });
  return result === 'done';
}
