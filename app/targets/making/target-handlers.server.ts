import { findProject, findProjectByName, projectOfUser } from '#app/creators/creators.server.ts';
import { showChange } from '#app/creators/show-change.server.ts';
import { isStaffCaller } from '#base/calls/admission.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
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

/** Refuses to change what donors have seen when they chose. */
function requireUnchosen(target: TargetRow, body: TargetBody): void {
  if (!target.isChosen) return;
  const fields: Record<string, string> = {};
  if (body.text !== target.text) fields.text = targetFaults.chosenText;
  if (body.goal !== target.goal) fields.goal = targetFaults.chosenSum;
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
}

async function change(tx: Tx, projectId: string, { targetId, body }: { targetId: string; body: TargetBody }) {
  const target = await lockTarget(tx, targetId, projectId);
  if (target === null) throw failures.notFound();
  if (target.closedAt !== null) throw targetEnded();
  if (target.revision !== body.revision) throw targetChanged();
  requireUnchosen(target, body);
  await updateTarget(tx, targetId, body);
}

async function make(tx: Tx, projectId: string, { targetId, body }: { targetId: string; body: TargetBody }) {
  if ((await countOpenTargets(tx, projectId)) >= targetLimits.open) throw tooManyTargets();
  await insertTarget(tx, targetId, projectId, body);
}

async function save(body: TargetBody, context: CallContext) {
  if (body.targetId !== undefined && body.revision === undefined) {
    throw failures.validationFailed({ fields: { revision: targetFaults.required } });
  }
  return context.transaction(async (tx) => {
    const project = await projectOfUser(tx, callerOf(context).userId);
    if (project === null) throw failures.notFound();
    const { projectId } = project;
    const targetId = body.targetId ?? (await context.claim(tx));
    if (body.targetId === undefined) await make(tx, projectId, { targetId, body });
    else await change(tx, projectId, { targetId, body });
    await showChange(tx, projectId);
    const saved = await lockTarget(tx, targetId, projectId);
    if (saved === null) throw new Error(`the target ${targetId} was not written`);
    return shownTargetOf(saved);
  });
}

/** Handlers of a creator's targets. */
export const targetHandlers: Handlers<typeof targetsCalls> = {
  targets: async ({ query: { userName, Skip, Take } }, { db, caller, tag }) => {
    tag(`creatorName:${userName.toLowerCase()}`);
    const project = await findProjectByName(db, userName);
    const all = isStaffCaller(caller) || (project !== null && caller?.userId === project.userId);
    if (project === null || (!project.isAvailable && !all)) throw failures.notFound();
    const { projectId } = project;
    tag(`project:${projectId}`);
    const { items, count } = await readTargets(db, projectId, { all, skip: Skip, take: Take });
    return { items: items.map(shownTargetOf), count };
  },
  saveTarget: async ({ body }, context) => save(body, context),
  removeTarget: async ({ body: { targetId, reason } }, context) => {
    await context.transaction(async (tx) => {
      const projectId = await removeTarget(tx, targetId, reason);
      if (projectId === null) throw failures.notFound();
      await showChange(tx, projectId);
      const creator = await findProject(tx, projectId);
      if (creator !== null) context.note({ subject: creator.userId });
    });
    return {};
  },
};
