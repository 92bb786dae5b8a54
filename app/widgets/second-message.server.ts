import { statement, type Tx } from '#base/db.server.ts';
import { announceQueue, lockQueue } from './alert-move-store.server.ts';

const holdAgain = statement<{ id: string }>(`
  update alert set state = 'held', message = $3, reason = null, source = null, ended_at = null
  where project_id = $1 and pay_id = $2 and state = 'rejected' and reason is distinct from 'refunded' and digest_id is null
  returning id`);

/**
 * Puts the second wording of a rejected message before the creator, who holds it as he held the first one; stop words are masked.
 * Answers false where the gift's alert is not rejected (any more).
 */
export async function rewordAlert(
  tx: Tx,
  gift: { readonly projectId: string; readonly donationId: string; readonly message: string },
): Promise<boolean> {
  const { projectId, donationId, message } = gift;
  await lockQueue(tx, projectId);
  const [alert] = await tx.run(holdAgain, [projectId, donationId, message]);
  if (alert === undefined) return false;
  await announceQueue(tx, projectId);
  return true;
}
