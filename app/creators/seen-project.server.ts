import { isStaffCaller } from '#base/calls/admission.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { findProject, findProjectByName } from './creators.server.ts';

/** The project of a creator for whoever asks; `all`: that is its creator or the staff. 404: no such creator, or a blocked one. */
export async function seenProject({ db, caller }: Pick<CallContext, 'db' | 'caller'>, userName: string) {
  const project = await findProjectByName(db, userName);
  const all = isStaffCaller(caller) || (project !== null && caller?.userId === project.userId);
  if (project === null || (!project.isAvailable && !all)) throw failures.notFound();
  return { projectId: project.projectId, all };
}

/** Names the creator of a project in the audit line of what is done to that creator. */
export async function noteCreator(tx: Tx, projectId: string, context: Pick<CallContext, 'note'>): Promise<void> {
  const creator = await findProject(tx, projectId);
  if (creator !== null) context.note({ subject: creator.userId });
}
