import type { Queryable } from '#base/db/db.server.ts';
import { sitePages } from '../texts/site-pages.ts';

/** Pages in one file of the sitemap; the format allows 50,000. */
const perFile = 10_000;

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A page of the sitemap, with the time of its last change if known. */
interface SitemapPage {
  readonly path: string;
  readonly changedAt?: Date;
}

function urlSet(publicUrl: string, pages: readonly SitemapPage[]): string {
  const urls = pages
    .map(({ path, changedAt }) => {
      const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
      return `<url><loc>${publicUrl}${path}</loc>${changed}</url>`;
    })
    .join('\n');
  return `${head}<urlset ${names}>\n${urls}\n</urlset>\n`;
}

/** Public pages of one kind, such as creators or products. Names and paths need no escaping. */
export interface SitemapPart {
  /** Prefix of its file names. */
  readonly name: string;
  readCount(db: Queryable): Promise<number>;
  readPages(db: Queryable, page: { skip: number; take: number }): Promise<readonly SitemapPage[]>;
}

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

/** The static public pages. */
export function sitemapOfPages(publicUrl: string): string {
  return urlSet(
    publicUrl,
    ['/', '/authors', '/market', ...sitePages.map((page) => `/about/${page}`)].map((path) => ({ path })),
  );
}

/** One file of a part, counted from 1; null beyond the last one. */
export async function sitemapOfPart(
  db: Queryable,
  publicUrl: string,
  part: SitemapPart,
  file: number,
): Promise<string | null> {
  const pages = await part.readPages(db, { skip: (file - 1) * perFile, take: perFile });
  return pages.length === 0 ? null : urlSet(publicUrl, pages);
}

const closedPages = [
  '/admin',
  '/auth',
  '/basket',
  '/memberships',
  '/order',
  '/orders',
  '/profile',
  '/receipt',
  '/source',
  '/thanks',
  '/widgets',
];

/** What crawlers may read: all public pages, but neither search results nor personal pages. */
export function robotsText(publicUrl: string): string {
  const closed = [
    '/api/',
    // A rule matches by prefix: `/auth` alone would exclude `/authors`, and `/basket` a creator `/basketball`.
    ...closedPages.flatMap((path) => [`${path}$`, `${path}/`, `${path}?`]),
    '/authors?*search=',
    '/market?*search=',
    '/market?*who=',
  ];
  // Link previews contain pictures that are served below /api.
  const lines = ['User-agent: *', 'Allow: /api/Images/', ...closed.map((path) => `Disallow: ${path}`)];
  return `${[...lines, '', `Sitemap: ${publicUrl}/sitemap.xml`].join('\n')}\n`;
}
