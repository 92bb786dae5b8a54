import { whoTakesMoney } from '#app/creators/creators.server.ts';
import { noteCreator } from '#app/creators/seen-project.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { jointElsewhere, jointEnded, jointNotAgreed } from '../joint-failures.ts';
import type { NotifyMembers } from '../joint-notices.server.ts';
import { jointLimits } from '../joint-rules.ts';
import {
  endStream,
  type JointMemberRow,
  leaveStream,
  lockJoint,
  readMembers,
  startStream,
  writeAnswer,
} from '../joint-store.server.ts';
import { asOwn, lockOwn, type Owned, requirePlanned, showJointChange } from './own-membership.server.ts';

const besides = (members: readonly JointMemberRow[], projectId: string) =>
  members.filter((member) => member.projectId !== projectId);

/** Writes what an invited member answers, and notifies the host that one declines, or that all have agreed. */
async function writeAnswerOf(tx: Tx, { row, members, own }: Owned, agrees: boolean, notify: NotifyMembers) {
  const { id: jointId, hostProjectId, revision } = row;
  await writeAnswer(tx, jointId, own.projectId, agrees);
  const isLast = besides(members, own.projectId).every(({ agreedAt }) => agreedAt !== null);
  if (agrees && !isLast) return;
  const host = members.filter(({ projectId }) => projectId === hostProjectId);
  const kind = agrees ? 'agreed' : 'declined';
  await notify(tx, { kind, jointId, aboutId: own.projectId, members: host, time: revision });
}

/** Agrees to an invitation, or declines it. */
export async function answerJoint(
  { jointId, revision, agrees }: { jointId: string; revision: number; agrees: boolean },
  context: CallContext,
  notify: NotifyMembers,
) {
  return context.transaction(async (tx) => {
    const owned = await lockOwn(tx, jointId, context);
    if (owned.isHost) throw failures.notFound();
    requirePlanned(owned.row, revision);
    await writeAnswerOf(tx, owned, agrees, notify);
    return asOwn(tx, jointId, owned.own.projectId);
  });
}

/** Starts what all have agreed to. */
export async function startJoint(
  { jointId, revision, hours }: { jointId: string; revision: number; hours: number },
  context: CallContext,
  notify: NotifyMembers,
) {
  return context.transaction(async (tx) => {
    const { row, members, own, isHost } = await lockOwn(tx, jointId, context);
    if (!isHost) throw failures.notFound();
    requirePlanned(row, revision);
    const projectIds = members.map(({ projectId }) => projectId);
    const able = await whoTakesMoney(tx, { projectIds });
    if (members.some(({ projectId, agreedAt }) => agreedAt === null || !able.has(projectId))) throw jointNotAgreed();
    if (!(await startStream(tx, { id: jointId, projectIds, hours }))) throw jointElsewhere();
    await showJointChange(tx, members);
    const others = besides(members, own.projectId);
    await notify(tx, { kind: 'started', jointId, aboutId: own.projectId, members: others });
    return asOwn(tx, jointId, own.projectId);
  });
}

/** The host ends it, or cancels what was planned; a member leaves it, or declines. */
export async function endOrLeave(jointId: string, context: CallContext, notify: NotifyMembers) {
  return context.transaction(async (tx) => {
    const owned = await lockOwn(tx, jointId, context);
    const { row, members, own, isHost } = owned;
    const repeats = isHost ? row.endedAt !== null && row.removedFor === null : own.leftAt !== null;
    if (repeats) return asOwn(tx, jointId, own.projectId);
    if (row.endedAt !== null) throw jointEnded();
    const about = { jointId, aboutId: own.projectId };
    const hasStarted = row.startedAt !== null;
    const others = besides(members, own.projectId).filter(({ isSharing, agreedAt }) =>
      hasStarted ? isSharing : agreedAt !== null,
    );
    if (isHost) {
      await endStream(tx, jointId);
      await notify(tx, { kind: 'ended', ...about, members: others });
    } else if (hasStarted) {
      await leaveStream(tx, jointId, own.projectId);
      if (others.length < jointLimits.least) await endStream(tx, jointId);
      await notify(tx, { kind: 'left', ...about, members: others });
    } else {
      await writeAnswerOf(tx, owned, false, notify);
    }
    if (hasStarted) await showJointChange(tx, members);
    return asOwn(tx, jointId, own.projectId);
  });
}

/** A moderator ends it; whoever has not declined or left is notified of the reason. */
export async function removeJoint(
  { jointId, reason }: { jointId: string; reason: string },
  context: CallContext,
  notify: NotifyMembers,
) {
  return context.transaction(async (tx) => {
    const row = await lockJoint(tx, jointId);
    if (row === null) throw failures.notFound();
    await endStream(tx, jointId, reason);
    const members = await readMembers(tx, [jointId]);
    await showJointChange(tx, members);
    await noteCreator(tx, row.hostProjectId, context);
    const staying = members.filter(({ declinedAt, leftAt }) => declinedAt === null && leftAt === null);
    if (row.endedAt === null) {
      await notify(tx, { kind: 'removed', jointId, aboutId: row.hostProjectId, members: staying });
    }
    return {};
  });
}
