import type { Handlers } from '#base/bound-call.server.ts';
import type { Tx } from '#base/db.server.ts';
import type { AuditEntry } from '#base/http.server.ts';
import { insertAudit } from './audit-store.server.ts';
import type { moderationCalls } from './moderation.calls.ts';
import type { ModerationDeps } from './moderation-deps.server.ts';
import { createOverviewHandlers } from './overview.server.ts';
import { createPeopleHandlers } from './people.server.ts';
import { reviewHandlers } from './review.server.ts';

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

/** Answers what moderators and admins ask and do. */
export function createModerationHandlers(deps: ModerationDeps): Handlers<typeof moderationCalls> {
  return { ...createPeopleHandlers(deps), ...reviewHandlers, ...createOverviewHandlers(deps) };
}
