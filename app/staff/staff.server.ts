import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { AuditEntry } from '#base/calls/call-services.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { insertAudit } from './audit/audit-store.server.ts';
import { createOverviewHandlers } from './dashboard/overview.server.ts';
import { createFirstStartHandlers } from './first-start/first-start.server.ts';
import { createPeopleHandlers } from './people/people.server.ts';
import { createReviewHandlers, type ReviewResult } from './review/review.server.ts';
import { staffCalls } from './staff.calls.ts';
import type { ModerationDeps } from './staff-deps.server.ts';

/** The actor of what an operator's command did: no person has this id. */
export const operatorId = '00000000-0000-0000-0000-000000000000';

/** Writes an action of a moderator or admin to the audit trail, in the transaction of the action (docs/rules.md#staff). */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, {
    actorId: entry.caller.userId,
    call: entry.call,
    subject: entry.subject ?? null,
    input: entry.input,
    details: entry.details ?? null,
  });
}

/** Runs in the transaction of a moderator's decision about a profile; an error undoes it. */
type ReviewedListener = (tx: Tx, result: ReviewResult) => Promise<void>;

/** The running area. */
interface Staff extends Area {
  onReviewed(listener: ReviewedListener): void;
  readonly audit: typeof writeAudit;
}

/** Creates the area. */
export function createStaff(deps: ModerationDeps): Staff {
  const listeners: ReviewedListener[] = [];
  const handlers = {
    ...createPeopleHandlers(deps),
    ...createReviewHandlers(async (tx, result) => {
      for (const listener of listeners) await listener(tx, result);
    }),
    ...createOverviewHandlers(deps),
    ...createFirstStartHandlers(deps.secrets),
  };
  return {
    calls: bindCalls(staffCalls, handlers),
    onReviewed: (listener) => void listeners.push(listener),
    audit: writeAudit,
  };
}
