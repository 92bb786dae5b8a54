import { type CallContext, type Caller, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { findPerson } from './people-store.server.ts';
import { isHigherRole, isRole, type Role } from './roles.ts';

const highestRole = (roles: readonly string[]): Role =>
  roles.filter(isRole).reduce((highest, role) => (isHigherRole(role, highest) ? role : highest), 'user');

/** Whether a staff member may decide about a user: never about oneself, nor about a user of a higher role (docs/rules.md#roles). */
export function mayDecideAbout(caller: Caller, person: { readonly userId: string; readonly role: Role }): boolean {
  return person.userId !== caller.userId && !isHigherRole(person.role, highestRole(caller.roles));
}

/**
 * Throws `NotFound` for an unknown user and `Forbidden` if the caller may not decide about that one. Within a transaction pass it as `db`: a
 * request that holds one connection must not wait for another.
 */
export async function requireAuthorityOver(
  context: CallContext,
  userId: string,
  db: Queryable = context.db,
): Promise<void> {
  const caller = callerOf(context);
  const person = await findPerson(db, userId);
  if (person === null) throw failures.notFound();
  if (mayDecideAbout(caller, person)) return;
  if (person.userId === caller.userId) throw failures.forbidden({ message: 'С собой этого сделать нельзя' });
  throw failures.forbidden();
}

/** As `requireAuthorityOver`, but an admin may decide about every user's money, the own too: there may be no other admin. */
export async function requireMoneyAuthorityOver(context: CallContext, userId: string, db: Queryable): Promise<void> {
  if (!callerOf(context).roles.includes('admin')) await requireAuthorityOver(context, userId, db);
}
