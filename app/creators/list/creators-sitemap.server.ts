import type { Queryable } from '#base/db/db.server.ts';
import { readListedCount, readListedNames } from './creator-list-store.server.ts';

/** The creators' part of the sitemap: how many pages there are, and the paths of some of them. */
export const creatorsSitemap = {
  name: 'creators',
  readCount: readListedCount,
  async readPages(db: Queryable, page: { skip: number; take: number }) {
    return (await readListedNames(db, page)).map(({ userName, changedAt }) => ({ path: `/${userName}`, changedAt }));
  },
};
