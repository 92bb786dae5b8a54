import type { AuditNote } from '#base/calls/call-context.server.ts';
import type { Tx } from '#base/db/db.server.ts';

/** Writes an audit entry about an order, in the transaction of the change. */
export type RecordMove = (tx: Tx, note: AuditNote) => Promise<void>;
