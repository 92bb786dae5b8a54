import { createHash } from 'node:crypto';
import { findProjects, type Project } from '#app/creators/creators.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { holdRunningRow, readRunningRow } from './joint-store.server.ts';

/** A stream in which donations to a project are shared now. */
export interface RunningJoint {
  readonly id: string;
  readonly title: string;
  readonly endsAt: Date;
  /** Changes with whatever is shared, so that a donor pays what the page showed. */
  readonly revision: number;
  /** By their projects; who is blocked has no share. */
  readonly members: readonly { readonly project: Project; readonly percent: number }[];
}

/** A number that is another one where others share or have other percents. */
function revisionOf(revision: number, members: RunningJoint['members']): number {
  const shared = members.map(({ project, percent }) => `${project.projectId} ${percent}`);
  const digest = createHash('sha256')
    .update([revision, ...shared].join('\n'))
    .digest('hex');
  return Number.parseInt(digest.slice(0, 12), 16);
}

async function shownOf(db: Queryable, projectId: string, row: Awaited<ReturnType<typeof readRunningRow>>) {
  if (row === null) return null;
  const projects = await findProjects(
    db,
    row.members.map((member) => member.projectId),
  );
  const members = row.members.flatMap((member) => {
    const project = projects.get(member.projectId);
    return project?.isAvailable ? [{ project, percent: member.percent }] : [];
  });
  const shares = (id: string) => members.some(({ project }) => project.projectId === id);
  // Without its host, or with one member left, it is over.
  if (members.length < 2 || !shares(row.hostProjectId) || !shares(projectId)) return null;
  const { id, title, endsAt } = row;
  return endsAt && { id, title, endsAt, revision: revisionOf(row.revision, members), members };
}

/** The stream in which what is given to a project is shared now; null: in none. */
export async function findRunningJoint(db: Queryable, projectId: string): Promise<RunningJoint | null> {
  return shownOf(db, projectId, await readRunningRow(db, projectId));
}

/** The same until the transaction ends. */
export async function holdRunningJoint(tx: Tx, projectId: string): Promise<RunningJoint | null> {
  return shownOf(tx, projectId, await holdRunningRow(tx, projectId));
}
