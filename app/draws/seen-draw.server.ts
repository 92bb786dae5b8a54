import { findProject, type Project, projectOfUser } from '#app/creators/creators.server.ts';
import { isStaffCaller } from '#base/calls/admission.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { type DrawRow, lockDraw, readDraw } from './draw-store.server.ts';

interface SeenDraw {
  readonly draw: DrawRow;
  readonly project: Project;
  /** Whoever asks is its creator, or the staff. */
  readonly all: boolean;
}

/** A draw for whoever asks. 404: there is none, a moderator has taken it away, or its creator is blocked; its creator and the staff see it all the same. */
export async function seenDraw(
  { db, caller, tag }: Pick<CallContext, 'db' | 'caller' | 'tag'>,
  drawId: string,
): Promise<SeenDraw> {
  const draw = await readDraw(db, drawId);
  if (draw === null) throw failures.notFound();
  tag(`project:${draw.projectId}`);
  const project = await findProject(db, draw.projectId);
  if (project === null) throw failures.notFound();
  const all = isStaffCaller(caller) || caller?.userId === project.userId;
  if (!all && (draw.removedFor !== null || !project.isAvailable)) throw failures.notFound();
  return { draw, project, all };
}

/** Locks a draw of the caller. 404: there is none. */
export async function lockOwnDraw(tx: Tx, context: CallContext, drawId: string): Promise<DrawRow> {
  const project = await projectOfUser(tx, callerOf(context).userId);
  const draw = await lockDraw(tx, drawId);
  if (draw === null || project?.projectId !== draw.projectId) throw failures.notFound();
  return draw;
}
