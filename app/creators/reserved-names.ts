import { routeWords } from '#base/text/plain-path.ts';

/** Static second segments of `/profile/…`, before which `/profile/{userName}` would never be found. */
const profileWords: readonly string[] = [
  'edit',
  'alerts',
  'queue',
  'widgets',
  'security',
  'statistics',
  'donations',
  'levels',
  'balance',
  'tools',
  'notices',
  'dock',
  'memberships',
  'members',
  'votes',
  'targets',
  'rewards',
  'clock',
  'together',
  'draws',
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
  'apple-touch-icon.png',
  'favicon.svg',
  'manifest.webmanifest',
  'sw.js',
  'source',
  'video',
  'embed',
  'socket.io',
  'oauth',
  'connection',
];

/** Words that may become a route. */
const keptWords: readonly string[] = ['login', 'logout', '500', 'help', 'www', 'mail', 'status', 'feed', 'rss'];

/** Names of files that machines look for, as `security.txt` and `ads.txt`. */
const fileName = /\.(?:txt|xml|json|html?|php|ico|png|jpe?g|gif|webp|svg|js|css|map|webmanifest|rss|atom|pdf|zip)$/;

const reserved: ReadonlySet<string> = new Set([...routeWords, ...profileWords, ...serverWords, ...keptWords]);

/**
 * Whether a user name cannot be taken, because another page or file hides `/{userName}` or `/profile/{userName}`
 * (docs/rules.md#user-names). Case does not matter. Users who took a name before it was reserved keep it: only claims are refused.
 */
export function isReservedUserName(userName: string): boolean {
  const name = userName.toLowerCase();
  // React Router answers `/x.data` with the data of `/x`.
  return reserved.has(name) || name.endsWith('.data') || fileName.test(name);
}
