import { setBlocked } from '#app/creators/creators.server.ts';
import { blockPerson, findPerson, unblockPerson } from '#app/identity/identity.server.ts';
import { isHigherRole, isRole, type Role } from '#app/identity/roles.ts';
import type { Handlers } from '#base/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/call-context.server.ts';
import type { Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import type { AuditEntry } from '#base/http.server.ts';
import { insertAudit } from './audit-store.server.ts';
import type { moderationCalls } from './moderation.calls.ts';

const defaultReason = 'Нарушение правил площадки';

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

function highestRole(roles: readonly string[]): Role {
  return roles.filter(isRole).reduce((highest, role) => (isHigherRole(role, highest) ? role : highest), 'user');
}

/** Nobody acts against himself or somebody of a higher role. */
async function requireAuthorityOver(context: CallContext, userId: string): Promise<void> {
  const caller = callerOf(context);
  const person = await findPerson(context.db, userId);
  if (person === null) throw failures.notFound.because();
  if (person.userId === caller.userId) throw failures.forbidden.because({ message: 'Себя заблокировать нельзя' });
  if (isHigherRole(person.role, highestRole(caller.roles))) throw failures.forbidden.because();
}

/** Answers what moderators and admins do to people. */
export const moderationHandlers: Handlers<typeof moderationCalls> = {
  blockUser: async ({ query: { userId, reason } }, context) => {
    await requireAuthorityOver(context, userId);
    context.note({ subject: userId });
    await context.transaction(async (tx) => {
      await blockPerson(tx, { userId, reason: reason || defaultReason });
      await setBlocked(tx, userId, true);
    });
    return {};
  },
  unblockUser: async ({ query: { userId } }, context) => {
    await requireAuthorityOver(context, userId);
    context.note({ subject: userId });
    await context.transaction(async (tx) => {
      await unblockPerson(tx, userId);
      await setBlocked(tx, userId, false);
    });
    return {};
  },
};
