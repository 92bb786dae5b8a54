import { listOffers, type OfferKind, removeOffer, type SavedOffer, saveOffer } from '#app/creators/offers.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import { shownTargetOf } from '../shown-target.server.ts';
import { targetChanged, targetEnded, tooManyTargets } from '../target-failures.ts';
import { targetFaults, targetLimits } from '../target-rules.ts';
import type { TargetBody } from '../target-shapes.ts';
import {
  countOpenTargets,
  insertTarget,
  lockTarget,
  readTargets,
  removeTarget,
  type TargetRow,
  updateTarget,
} from '../target-store.server.ts';
import type { targetsCalls } from '../targets.calls.ts';

const targets: OfferKind<TargetRow, ReturnType<typeof shownTargetOf>> = {
  read: readTargets,
  show: shownTargetOf,
  lock: lockTarget,
  isOpen: ({ closedAt }) => closedAt === null,
  countOpen: countOpenTargets,
  mostOpen: targetLimits.open,
  remove: removeTarget,
  ended: targetEnded,
  changed: targetChanged,
  tooMany: tooManyTargets,
};

/** Refuses to change what donors have seen when they chose. */
function requireUnchosen(target: TargetRow, body: TargetBody): void {
  if (!target.isChosen) return;
  const fields: Record<string, string> = {};
  if (body.text !== target.text) fields.text = targetFaults.chosenText;
  if (body.goal !== target.goal) fields.goal = targetFaults.chosenSum;
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
}

/** Says why nobody may give as little as a sum. */
export type LeastFault = (db: Queryable, amount: Minor) => Promise<string | null>;

/** Refuses a goal below each donation. */
async function requireGoal(leastFault: LeastFault, tx: Tx, goal: Minor): Promise<void> {
  const fault = await leastFault(tx, goal);
  if (fault !== null) throw failures.validationFailed({ fields: { goal: fault } });
}

async function save(leastFault: LeastFault, body: TargetBody, context: CallContext) {
  const { targetId, revision } = body;
  if (targetId !== undefined && revision === undefined) {
    throw failures.validationFailed({ fields: { revision: targetFaults.required } });
  }
  const saved: SavedOffer<TargetRow> = {
    id: targetId,
    revision,
    make: async (tx, id, projectId) => {
      await requireGoal(leastFault, tx, body.goal);
      await insertTarget(tx, id, projectId, body);
    },
    change: async (tx, target) => {
      requireUnchosen(target, body);
      if (body.goal !== target.goal) await requireGoal(leastFault, tx, body.goal);
      await updateTarget(tx, target.id, body);
    },
  };
  return saveOffer(targets, saved, context);
}

/** Handlers of a creator's targets. */
export const createTargetHandlers = (leastFault: LeastFault): Handlers<typeof targetsCalls> => ({
  targets: async ({ query }, context) => listOffers(targets, query, context),
  saveTarget: async ({ body }, context) => save(leastFault, body, context),
  removeTarget: async ({ body: { targetId: id, reason } }, context) => removeOffer(targets, { id, reason }, context),
});
