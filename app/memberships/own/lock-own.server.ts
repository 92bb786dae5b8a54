import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { lockMembership, type MembershipRow } from '../membership-store.server.ts';

/** The caller's membership, locked. Throws `NotFound`. */
export async function lockOwn(tx: Tx, context: CallContext, id: string): Promise<MembershipRow> {
  const row = await lockMembership(tx, id);
  if (row === null || row.since === null || row.personId !== callerOf(context).userId) throw failures.notFound();
  return row;
}
