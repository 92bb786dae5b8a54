import type { Queryable } from '#base/db.server.ts';
import { readListedCount, readListedNames } from './creator-list-store.server.ts';

/** Pages in one file of the sitemap; the format allows 50,000. */
const perFile = 10_000;

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function urlSet(addresses: readonly string[]): string {
  const urls = addresses.map((address) => `<url><loc>${address}</loc></url>`).join('\n');
  return `${head}<urlset ${names}>\n${urls}\n</urlset>\n`;
}

/** Public pages of one kind: creators, or what another area shows. Names and paths need no escaping. */
export interface SitemapPart {
  /** Begins the names of its files. */
  readonly name: string;
  readCount(db: Queryable): Promise<number>;
  readPaths(db: Queryable, page: { skip: number; take: number }): Promise<readonly string[]>;
}

/** The creators' part of the sitemap. */
export const creatorsSitemap: SitemapPart = {
  name: 'creators',
  readCount: readListedCount,
  readPaths: async (db, page) => (await readListedNames(db, page)).map((userName) => `/${userName}`),
};

/** The list of the sitemap's files: the product's own pages, then each part by ten thousand. */
export async function sitemapIndex(db: Queryable, publicUrl: string, parts: readonly SitemapPart[]): Promise<string> {
  const counts = await Promise.all(parts.map((part) => part.readCount(db)));
  const files = parts.flatMap(({ name }, at) =>
    Array.from({ length: Math.ceil((counts[at] ?? 0) / perFile) }, (_, file) => `${name}-${String(file + 1)}`),
  );
  const listed = ['pages', ...files]
    .map((name) => `<sitemap><loc>${publicUrl}/sitemap/${name}.xml</loc></sitemap>`)
    .join('\n');
  return `${head}<sitemapindex ${names}>\n${listed}\n</sitemapindex>\n`;
}

/** The public pages that are nobody's own. */
export function sitemapOfPages(publicUrl: string): string {
  return urlSet(['/', '/authors', '/market'].map((path) => `${publicUrl}${path}`));
}

/** One file of a part, the first is 1; null beyond the last one. */
export async function sitemapOfPart(
  db: Queryable,
  publicUrl: string,
  part: SitemapPart,
  file: number,
): Promise<string | null> {
  const paths = await part.readPaths(db, { skip: (file - 1) * perFile, take: perFile });
  return paths.length === 0 ? null : urlSet(paths.map((path) => `${publicUrl}${path}`));
}

const closedPages = ['/admin', '/auth', '/basket', '/order', '/orders', '/profile', '/thanks', '/widgets'];

/** What robots may read: everything public, but no search results and nothing personal. */
export function robotsText(publicUrl: string): string {
  const closed = [
    '/api/',
    // A rule closes whatever begins with it: `/auth` alone would close `/authors`, and `/basket` a creator `/basketball`.
    ...closedPages.flatMap((path) => [`${path}$`, `${path}/`, `${path}?`]),
    '/authors?*search=',
    '/market?*search=',
    '/market?*who=',
  ];
  // Link previews show pictures that are served below /api.
  const lines = ['User-agent: *', 'Allow: /api/Images/', ...closed.map((path) => `Disallow: ${path}`)];
  return `${[...lines, '', `Sitemap: ${publicUrl}/sitemap.xml`].join('\n')}\n`;
}
