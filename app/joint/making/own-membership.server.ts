import { projectOfUser } from '#app/creators/creators.server.ts';
import { showChange } from '#app/creators/show-change.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { jointChanged, jointStarted } from '../joint-failures.ts';
import { type JointMemberRow, type JointRow, lockJoint, readMembers } from '../joint-store.server.ts';
import { ownJointsOf } from './own-joint.server.ts';

/** The project of the caller. */
export async function ownProject(db: Queryable, context: CallContext) {
  const project = await projectOfUser(db, callerOf(context).userId);
  if (project === null) throw failures.notFound();
  return project;
}

/** Has the pages of all members ask again. */
export async function showJointChange(tx: Tx, members: readonly Pick<JointMemberRow, 'projectId'>[]): Promise<void> {
  for (const projectId of members.map((member) => member.projectId).toSorted()) await showChange(tx, projectId);
}

/** A stream as its member sees it. */
export async function asOwn(tx: Tx, id: string, projectId: string) {
  const row = await lockJoint(tx, id);
  const [shown] = row === null ? [] : await ownJointsOf(tx, projectId, [row]);
  if (shown === undefined) throw new Error(`${id} was not written`);
  return shown;
}

/** A locked stream of which the caller is a member; 404 for all others. */
export async function lockOwn(tx: Tx, jointId: string, context: CallContext) {
  const { projectId } = await ownProject(tx, context);
  const row = await lockJoint(tx, jointId);
  const members = row === null ? [] : await readMembers(tx, [jointId]);
  const own = members.find((member) => member.projectId === projectId);
  if (row === null || own === undefined) throw failures.notFound();
  return { row, members, own, isHost: row.hostProjectId === projectId };
}

/** A locked stream with all of its members. */
export type Owned = Awaited<ReturnType<typeof lockOwn>>;

/** 409 where it has started or was changed since it was read. */
export function requirePlanned({ startedAt, endedAt, revision }: JointRow, asked: number | undefined): void {
  if (startedAt !== null || endedAt !== null) throw jointStarted();
  if (revision !== asked) throw jointChanged();
}
