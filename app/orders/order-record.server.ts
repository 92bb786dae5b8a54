import { type AuditNote, type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import type { LockedOrder } from './checkout/placing-store.server.ts';

type Details = AuditNote['details'];

/** Writes the audit entry about a locked order as it was, in the transaction of its change. */
export type RecordMove = (tx: Tx, order: LockedOrder, details?: Details) => Promise<void>;

/** What each audit entry about an order says of it: its number, null for a basket, and the status that it had. */
export const recordedOf = ({ number, status }: Pick<LockedOrder, 'number' | 'status'>) => ({
  number,
  statusBefore: status,
});

/** Audits a call about orders. */
export const recordOf =
  (context: CallContext): RecordMove =>
  (tx, order, details = {}) =>
    context.record(tx, { subject: order.id, details: { ...recordedOf(order), ...details } });

/** Audits what staff does with another person's order. */
export async function recordForeign(
  tx: Tx,
  context: CallContext,
  order: LockedOrder,
  details: Details = {},
): Promise<void> {
  if (order.userId !== callerOf(context).userId) await recordOf(context)(tx, order, details);
}
