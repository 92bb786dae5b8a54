import { findProjects } from '#app/creators/creators.server.ts';
import type { Queryable } from '#base/db.server.ts';
import { minor, toMain } from '#base/money.ts';
import { readSettings, stopWordsOf } from './donation-settings.server.ts';
import { readNewest } from './recent-donations-store.server.ts';

const most = 12;
/** Some of the newest may belong to creators who are blocked. */
const read = 2 * most;

/** A gift of anybody to anybody, as the home page tells it: `amount` in main units, stop words masked. */
export interface RecentDonation {
  readonly id: string;
  readonly name: string | null;
  readonly amount: number;
  readonly creator: { readonly userName: string; readonly displayName: string };
}

/** The newest paid gifts of the whole platform, newest first, a dozen; none to blocked creators. */
export async function recentDonations(db: Queryable): Promise<readonly RecentDonation[]> {
  const [rows, { stopWords }] = await Promise.all([readNewest(db, read), readSettings(db)]);
  const projects = await findProjects(
    db,
    rows.map(({ projectId }) => projectId),
  );
  const { mask } = stopWordsOf(stopWords);
  return rows
    .flatMap(({ id, projectId, name, isAnonymous, amount }) => {
      const project = projects.get(projectId);
      if (!project?.isAvailable) return [];
      const { userName, displayName } = project;
      const shown = isAnonymous || name === null ? null : mask(name);
      return [{ id, name: shown, amount: toMain(minor(amount)), creator: { userName, displayName } }];
    })
    .slice(0, most);
}
