import type { Tx } from '#base/db.server.ts';
import type { AuditEntry } from '#base/http.server.ts';
import { insertAudit } from './audit-store.server.ts';

/** Writes a moderator's or admin's act to the trail, in the transaction of the act (contract, section 5). */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, {
    actorId: entry.caller.userId,
    call: entry.call,
    subject: entry.subject ?? null,
    input: entry.input,
    details: entry.details ?? null,
  });
}
