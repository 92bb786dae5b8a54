import { findProjectByName } from '#app/creators/creators.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { tooManyJoints } from '../joint-failures.ts';
import { askedAt, type NotifyMembers } from '../joint-notices.server.ts';
import { jointFaults, jointLimits } from '../joint-rules.ts';
import type { JointBody } from '../joint-shapes.ts';
import {
  countInvitations,
  countPlanned,
  holdPlanning,
  insertJoint,
  type JointMemberRow,
  rewriteJoint,
} from '../joint-store.server.ts';
import { asOwn, lockOwn, type Owned, ownProject, requirePlanned } from './own-membership.server.ts';

/** The members of a body, the host first, or the faults of its fields. */
async function membersOf(tx: Tx, body: JointBody, hostProjectId: string) {
  const fields: Record<string, string> = {};
  const members = [{ projectId: hostProjectId, percent: body.percent }];
  const invited = new Map<string, string>();
  for (const [at, { userName, percent }] of body.members.entries()) {
    const project = await findProjectByName(tx, userName);
    const field = `members.${at}.userName`;
    if (project === null || !project.isAvailable) fields[field] = jointFaults.unknown;
    else if (members.some(({ projectId }) => projectId === project.projectId)) fields[field] = jointFaults.twice;
    else {
      members.push({ projectId: project.projectId, percent });
      invited.set(field, project.projectId);
    }
  }
  const projectIds = members.map(({ projectId }) => projectId);
  await holdPlanning(tx, projectIds);
  const open = await countInvitations(tx, projectIds, body.jointId);
  for (const [field, projectId] of invited) {
    if ((open.get(projectId) ?? 0) >= jointLimits.invitations) fields[field] = jointFaults.flooded;
  }
  const percents = body.members.reduce((sum, { percent }) => sum + percent, body.percent);
  if (percents !== 100) fields.percent = jointFaults.wholeSum;
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
  return members;
}

/** Whether a body says what was agreed to. */
function isSame(
  body: { title: string; members: readonly { projectId: string; percent: number }[] },
  { row, members }: Owned,
) {
  const wordsOf = (some: typeof body.members) =>
    some.map(({ projectId, percent }) => `${projectId} ${percent}`).toSorted();
  return body.title === row.title && wordsOf(body.members).join() === wordsOf(members).join();
}

type Member = Pick<JointMemberRow, 'projectId'>;

/** Notifies whoever is asked: of an invitation, or once more who had answered. */
async function notifyAsked(
  tx: Tx,
  notify: NotifyMembers,
  asked: { readonly jointId: string; readonly hostProjectId: string; readonly members: readonly Member[] },
  before: { readonly revision: number; readonly members: readonly JointMemberRow[] } = { revision: 0, members: [] },
): Promise<void> {
  const { jointId, hostProjectId, members } = asked;
  const answered = new Set(
    before.members
      .filter(({ agreedAt, declinedAt }) => (agreedAt ?? declinedAt) !== null)
      .map(({ projectId }) => projectId),
  );
  const others = members.filter(({ projectId }) => projectId !== hostProjectId);
  const about = { jointId, aboutId: hostProjectId };
  await notify(tx, {
    kind: 'invited',
    ...about,
    members: others.filter(({ projectId }) => !answered.has(projectId)),
    time: askedAt(),
  });
  await notify(tx, {
    kind: 'changed',
    ...about,
    members: others.filter(({ projectId }) => answered.has(projectId)),
    time: before.revision,
  });
}

/** Plans a stream, or changes what was planned; the others are asked, or asked again. */
export async function planJoint(body: JointBody, context: CallContext, notify: NotifyMembers) {
  const { jointId, revision, title } = body;
  if (jointId !== undefined && revision === undefined) {
    throw failures.validationFailed({ fields: { revision: jointFaults.required } });
  }
  return context.transaction(async (tx) => {
    const { projectId: hostProjectId } = await ownProject(tx, context);
    if (jointId === undefined) {
      const members = await membersOf(tx, body, hostProjectId);
      const id = await context.claim(tx);
      if ((await countPlanned(tx, hostProjectId)) >= jointLimits.planned) throw tooManyJoints();
      await insertJoint(tx, { id, hostProjectId, title, members });
      await notifyAsked(tx, notify, { jointId: id, hostProjectId, members });
      return asOwn(tx, id, hostProjectId);
    }
    const owned = await lockOwn(tx, jointId, context);
    if (!owned.isHost) throw failures.notFound();
    requirePlanned(owned.row, revision);
    const members = await membersOf(tx, body, hostProjectId);
    if (!isSame({ title, members }, owned)) {
      await rewriteJoint(tx, { id: jointId, hostProjectId, title, members });
      await notifyAsked(
        tx,
        notify,
        { jointId, hostProjectId, members },
        { revision: owned.row.revision, members: owned.members },
      );
    }
    return asOwn(tx, jointId, hostProjectId);
  });
}
