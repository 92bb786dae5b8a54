import { routeWords } from './plain-path.ts';

/** Static second segments of `/profile/…`, before which `/profile/{userName}` would never be found. */
const profileWords: readonly string[] = [
  'edit',
  'alerts',
  'queue',
  'widgets',
  'security',
  'statistics',
  'donations',
  'balance',
  'tools',
  'dock',
];

/** What the server answers by itself: calls, probes, the files of `public/`, and what machines read. */
const serverWords: readonly string[] = [
  'api',
  'assets',
  'health',
  'metrics',
  'images',
  'events',
  'og',
  'sitemap',
  'sitemap.xml',
  'robots.txt',
  'favicon.ico',
  'favicon.svg',
  'manifest.webmanifest',
  'sw.js',
];

/** Words that may become a route, and names that would speak for the site. */
const keptWords: readonly string[] = ['login', 'logout', '500', 'opora', 'support', 'help', 'about', 'www'];

const reserved: ReadonlySet<string> = new Set([...routeWords, ...profileWords, ...serverWords, ...keptWords]);

/**
 * Whether nobody may take a user name any more, because `/{userName}` or `/profile/{userName}` would be hidden behind another page
 * (contract, section 3); case does not matter. Whoever took one before it was reserved keeps it: only claims are refused.
 */
export function isReservedUserName(userName: string): boolean {
  const name = userName.toLowerCase();
  // React Router answers `/x.data` with the data of `/x`.
  return reserved.has(name) || name.endsWith('.data');
}
