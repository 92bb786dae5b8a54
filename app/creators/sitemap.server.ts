import type { Queryable } from '#base/db.server.ts';
import { readListedCount, readListedNames } from './creator-list-store.server.ts';

/** Creators in one file of the sitemap; the format allows 50,000. */
const perFile = 10_000;

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function urlSet(addresses: readonly string[]): string {
  const urls = addresses.map((address) => `<url><loc>${address}</loc></url>`).join('\n');
  return `${head}<urlset ${names}>\n${urls}\n</urlset>\n`;
}

/** The list of the sitemap's files: the product's own pages, then creators by ten thousand. */
export async function sitemapIndex(db: Queryable, publicUrl: string): Promise<string> {
  const files = Math.ceil((await readListedCount(db)) / perFile);
  const addresses = ['pages', ...Array.from({ length: files }, (_, file) => `creators-${String(file + 1)}`)];
  const listed = addresses.map((name) => `<sitemap><loc>${publicUrl}/sitemap/${name}.xml</loc></sitemap>`).join('\n');
  return `${head}<sitemapindex ${names}>\n${listed}\n</sitemapindex>\n`;
}

/** The public pages that are nobody's own. */
export function sitemapOfPages(publicUrl: string): string {
  return urlSet(['/', '/authors', '/market'].map((path) => `${publicUrl}${path}`));
}

/** One file of creators, the first is 1; null beyond the last one. User names need no escaping. */
export async function sitemapOfCreators(db: Queryable, publicUrl: string, file: number): Promise<string | null> {
  const userNames = await readListedNames(db, { skip: (file - 1) * perFile, take: perFile });
  return userNames.length === 0 ? null : urlSet(userNames.map((userName) => `${publicUrl}/${userName}`));
}

/** What robots may read: everything public, but no search results and nothing personal. */
export function robotsText(publicUrl: string): string {
  const closed = [
    '/admin',
    '/api/',
    '/auth',
    '/basket',
    '/order',
    '/profile',
    '/thanks',
    '/widgets',
    '/authors?*search=',
  ];
  // Link previews show pictures that are served below /api.
  const lines = ['User-agent: *', 'Allow: /api/Images/', ...closed.map((path) => `Disallow: ${path}`)];
  return `${[...lines, '', `Sitemap: ${publicUrl}/sitemap.xml`].join('\n')}\n`;
}
