import { findProjects } from '#app/creators/creators.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { readStandingDraws } from './draw-store.server.ts';

/** A draw as a notice says it to whoever has won. */
interface DrawNotice {
  /** The name of the creator. */
  readonly creator: string;
  readonly text: string;
  /** Of its page. */
  readonly path: string;
}

/** Those of some draws that a moderator has not taken away, and whose creators are not blocked. */
export async function readDrawNotices(db: Queryable, ids: readonly string[]): Promise<readonly DrawNotice[]> {
  const draws = await readStandingDraws(db, ids);
  const projects = await findProjects(
    db,
    draws.map(({ projectId }) => projectId),
  );
  return draws.flatMap(({ id, projectId, text }) => {
    const project = projects.get(projectId);
    if (!project?.isAvailable) return [];
    return [{ creator: project.displayName, text, path: `/draws/${id}` }];
  });
}
