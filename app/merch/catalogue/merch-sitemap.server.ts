import type { Queryable } from '#base/db/db.server.ts';
import { readListed, readListedCount } from './sitemap-store.server.ts';

/** The products' part of the sitemap: the number of pages and their paths. */
export const merchSitemap = {
  name: 'merch',
  readCount: readListedCount,
  async readPages(db: Queryable, page: { skip: number; take: number }) {
    return (await readListed(db, page)).map(({ id, changedAt }) => ({ path: `/merch/${id}`, changedAt }));
  },
};
