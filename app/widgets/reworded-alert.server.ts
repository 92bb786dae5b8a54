import { statement, type Tx } from '#base/db/db.server.ts';
import { announceQueue, lockQueue } from './queue/alert-move-store.server.ts';

const holdAgain = statement<{ id: string }>(`
  update alert set id = uuid_v7(), state = 'held', message = $3, reason = nullif(reason, 'rejected'), source = null, ended_at = null
  where project_id = $1 and pay_id = $2 and state = 'rejected' and reason is distinct from 'refunded' and digest_id is null
  returning id`);

/**
 * Holds the second wording of a rejected message for the creator's approval; stop words are masked. It gets a new alert id, so that a
 * decision about the first wording does not apply to it. Returns false where the donation's alert is not rejected.
 */
export async function rewordAlert(
  tx: Tx,
  donation: { readonly projectId: string; readonly donationId: string; readonly message: string },
): Promise<boolean> {
  const { projectId, donationId, message } = donation;
  await lockQueue(tx, projectId);
  const [alert] = await tx.run(holdAgain, [projectId, donationId, message]);
  if (alert === undefined) return false;
  await announceQueue(tx, projectId);
  return true;
}
