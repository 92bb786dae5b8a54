import type { Queryable } from '#base/db.server.ts';
import { readListedCount, readListedIds } from './sitemap-store.server.ts';

/** The products' part of the sitemap: how many pages there are, and the paths of some of them. */
export const merchSitemap = {
  name: 'merch',
  readCount: readListedCount,
  async readPaths(db: Queryable, page: { skip: number; take: number }): Promise<string[]> {
    return (await readListedIds(db, page)).map((id) => `/merch/${id}`);
  },
};
