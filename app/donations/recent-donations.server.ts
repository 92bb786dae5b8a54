import { findProjects } from '#app/creators/creators.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { minor, toMain } from '#base/money/money.ts';
import { readDonationSettings } from './donation-settings-store.server.ts';
import { readNewest } from './lists/recent-donations-store.server.ts';
import type { RecentDonation } from './recent-donation.ts';
import { maskOfRows } from './settings/text-mask.server.ts';

const most = 12;
/** More than needed, since some of the newest may belong to blocked creators. */
const read = 2 * most;

/** The twelve newest paid donations of the platform, newest first, without those to blocked creators. */
export async function recentDonations(db: Queryable): Promise<readonly RecentDonation[]> {
  const [rows, { stopWords }] = await Promise.all([readNewest(db, read), readDonationSettings(db)]);
  const projects = await findProjects(
    db,
    rows.map(({ projectId }) => projectId),
  );
  const mask = await maskOfRows(stopWords, rows);
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
