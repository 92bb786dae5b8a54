import type { Tx } from '#base/db/db.server.ts';
import { holdReworded } from './queue/alert-control-store.server.ts';
import { announceQueue, lockQueue } from './queue/alert-move-store.server.ts';

/**
 * Holds the second wording of a rejected message for the creator's approval; stop words are masked. It gets a new alert id, so that a
 * decision about the first wording does not apply to it. Returns false where the donation's alert is not rejected.
 */
export async function rewordAlert(
  tx: Tx,
  donation: { readonly projectId: string; readonly donationId: string; readonly message: string },
): Promise<boolean> {
  await lockQueue(tx, donation.projectId);
  if (!(await holdReworded(tx, donation))) return false;
  await announceQueue(tx, donation.projectId);
  return true;
}
