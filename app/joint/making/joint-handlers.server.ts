import { findProjectByName, stagedOf } from '#app/creators/creators.server.ts';
import { seenProject } from '#app/creators/seen-project.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import type { jointCalls } from '../joint.calls.ts';
import type { NotifyMembers } from '../joint-notices.server.ts';
import { readOwnJoints } from '../joint-store.server.ts';
import { findRunningJoint } from '../running-joint.server.ts';
import { answerJoint, endOrLeave, removeJoint, startJoint } from './give-joint.server.ts';
import { ownJointsOf } from './own-joint.server.ts';
import { ownProject } from './own-membership.server.ts';
import { planJoint } from './plan-joint.server.ts';

async function pageOf(db: Queryable, projectId: string, { Skip, Take }: { Skip: number; Take: number }) {
  const { items, count } = await readOwnJoints(db, { projectId, skip: Skip, take: Take });
  return { items: await ownJointsOf(db, projectId, items), count };
}

/** Handlers of streams together. */
export function createJointHandlers(notify: NotifyMembers): Handlers<typeof jointCalls> {
  return {
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
    saveJoint: async ({ body }, context) => planJoint(body, context, notify),
    agree: async ({ body }, context) => answerJoint(body, context, notify),
    startJoint: async ({ body }, context) => startJoint(body, context, notify),
    endJoint: async ({ body: { jointId } }, context) => endOrLeave(jointId, context, notify),
    removeJoint: async ({ body }, context) => removeJoint(body, context, notify),
  };
}
