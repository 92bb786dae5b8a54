import { findProjectByName, projectOfUser, stagedOf, whoTakesMoney } from '#app/creators/creators.server.ts';
import { noteCreator, seenProject } from '#app/creators/seen-project.server.ts';
import { showChange } from '#app/creators/show-change.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import type { jointCalls } from '../joint.calls.ts';
import {
  jointChanged,
  jointElsewhere,
  jointEnded,
  jointNotAgreed,
  jointStarted,
  tooManyJoints,
} from '../joint-failures.ts';
import { jointFaults, jointLimits } from '../joint-rules.ts';
import type { JointBody } from '../joint-shapes.ts';
import {
  countInvitations,
  countPlanned,
  endStream,
  holdPlanning,
  insertJoint,
  type JointMemberRow,
  type JointRow,
  leaveStream,
  lockJoint,
  readMembers,
  readOwnJoints,
  rewriteJoint,
  startStream,
  writeAnswer,
} from '../joint-store.server.ts';
import { findRunningJoint } from '../running-joint.server.ts';
import { ownJointsOf } from './own-joint.server.ts';

/** The project of the caller. */
async function ownProject(db: Queryable, context: CallContext) {
  const project = await projectOfUser(db, callerOf(context).userId);
  if (project === null) throw failures.notFound();
  return project;
}

async function pageOf(db: Queryable, projectId: string, { Skip, Take }: { Skip: number; Take: number }) {
  const { items, count } = await readOwnJoints(db, { projectId, skip: Skip, take: Take });
  return { items: await ownJointsOf(db, projectId, items), count };
}

/** Has the pages of all members ask again. */
export async function showJointChange(tx: Tx, members: readonly Pick<JointMemberRow, 'projectId'>[]): Promise<void> {
  for (const projectId of members.map((member) => member.projectId).toSorted()) await showChange(tx, projectId);
}

async function asOwn(tx: Tx, id: string, projectId: string) {
  const row = await lockJoint(tx, id);
  const [shown] = row === null ? [] : await ownJointsOf(tx, projectId, [row]);
  if (shown === undefined) throw new Error(`${id} was not written`);
  return shown;
}

/** A locked stream of which the caller is a member; 404 for all others. */
async function lockOwn(tx: Tx, jointId: string, context: CallContext) {
  const { projectId } = await ownProject(tx, context);
  const row = await lockJoint(tx, jointId);
  const members = row === null ? [] : await readMembers(tx, [jointId]);
  const own = members.find((member) => member.projectId === projectId);
  if (row === null || own === undefined) throw failures.notFound();
  return { row, members, own, isHost: row.hostProjectId === projectId };
}

type Owned = Awaited<ReturnType<typeof lockOwn>>;

function requirePlanned({ startedAt, endedAt, revision }: JointRow, asked: number | undefined): void {
  if (startedAt !== null || endedAt !== null) throw jointStarted();
  if (revision !== asked) throw jointChanged();
}

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

async function save(body: JointBody, context: CallContext) {
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
      return asOwn(tx, id, hostProjectId);
    }
    const owned = await lockOwn(tx, jointId, context);
    if (!owned.isHost) throw failures.notFound();
    requirePlanned(owned.row, revision);
    const members = await membersOf(tx, body, hostProjectId);
    if (!isSame({ title, members }, owned)) await rewriteJoint(tx, { id: jointId, hostProjectId, title, members });
    return asOwn(tx, jointId, hostProjectId);
  });
}

async function start(asked: { jointId: string; revision: number; hours: number }, context: CallContext) {
  return context.transaction(async (tx) => {
    const { row, members, own, isHost } = await lockOwn(tx, asked.jointId, context);
    if (!isHost) throw failures.notFound();
    requirePlanned(row, asked.revision);
    const projectIds = members.map(({ projectId }) => projectId);
    const able = await whoTakesMoney(tx, { projectIds });
    if (members.some(({ projectId, agreedAt }) => agreedAt === null || !able.has(projectId))) throw jointNotAgreed();
    if (!(await startStream(tx, { id: row.id, projectIds, hours: asked.hours }))) throw jointElsewhere();
    await showJointChange(tx, members);
    return asOwn(tx, row.id, own.projectId);
  });
}

async function endOrLeave(jointId: string, context: CallContext) {
  return context.transaction(async (tx) => {
    const { row, members, own, isHost } = await lockOwn(tx, jointId, context);
    const repeats = isHost ? row.endedAt !== null && row.removedFor === null : own.leftAt !== null;
    if (repeats) return asOwn(tx, jointId, own.projectId);
    if (row.endedAt !== null) throw jointEnded();
    if (isHost) await endStream(tx, jointId);
    else if (row.startedAt === null) await writeAnswer(tx, jointId, own.projectId, false);
    else await leaveStream(tx, jointId, own.projectId);
    const sharing = members.filter(({ isSharing, projectId }) => isSharing && projectId !== own.projectId);
    if (!isHost && row.startedAt !== null && sharing.length < jointLimits.least) await endStream(tx, jointId);
    if (row.startedAt !== null) await showJointChange(tx, members);
    return asOwn(tx, jointId, own.projectId);
  });
}

/** Handlers of streams together. */
export const jointHandlers: Handlers<typeof jointCalls> = {
  joint: async ({ query: { userName } }, context) => {
    context.tag(`creatorName:${userName.toLowerCase()}`);
    const { projectId } = await seenProject(context, userName);
    context.tag(`project:${projectId}`);
    const joint = await findRunningJoint(context.db, projectId);
    if (joint === null) return { joint: null };
    context.tag(...joint.members.map(({ project }) => `project:${project.projectId}`));
    const { id, revision, title, endsAt } = joint;
    const members = joint.members.map(({ project, percent }) => ({ ...stagedOf(project), percent }));
    return { joint: { id, revision, title, endsAt: endsAt.toISOString(), members } };
  },
  ownJoints: async ({ query }, context) => {
    const { projectId } = await ownProject(context.db, context);
    return pageOf(context.db, projectId, query);
  },
  joints: async ({ query }, { db }) => {
    const project = await findProjectByName(db, query.userName);
    if (project === null) throw failures.notFound();
    return pageOf(db, project.projectId, query);
  },
  saveJoint: async ({ body }, context) => save(body, context),
  agree: async ({ body: { jointId, revision, agrees } }, context) =>
    context.transaction(async (tx) => {
      const { row, own, isHost } = await lockOwn(tx, jointId, context);
      if (isHost) throw failures.notFound();
      requirePlanned(row, revision);
      await writeAnswer(tx, jointId, own.projectId, agrees);
      return asOwn(tx, jointId, own.projectId);
    }),
  startJoint: async ({ body }, context) => start(body, context),
  endJoint: async ({ body: { jointId } }, context) => endOrLeave(jointId, context),
  removeJoint: async ({ body: { jointId, reason } }, context) =>
    context.transaction(async (tx) => {
      const row = await lockJoint(tx, jointId);
      if (row === null) throw failures.notFound();
      await endStream(tx, jointId, reason);
      await showJointChange(tx, await readMembers(tx, [jointId]));
      await noteCreator(tx, row.hostProjectId, context);
      return {};
    }),
};
