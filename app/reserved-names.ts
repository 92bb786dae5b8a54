/**
 * Names that nobody may take as a user name, because `/{userName}` would be hidden behind them (specification, point 2).
 * Everything that is the first segment of a route, and what the server answers by itself.
 */
const reservedUserNames: readonly string[] = [
  'admin',
  'auth',
  'registration',
  'reset',
  'identify',
  'login',
  'logout',
  'market',
  'merch',
  'basket',
  'profile',
  'edit',
  'security',
  'order',
  'orders',
  'authors',
  'widgets',
  'thanks',
  '404',
  '500',
  'offline',
  'api',
  'assets',
  'health',
  'metrics',
  'images',
  'events',
  'sitemap.xml',
  'robots.txt',
  'favicon.ico',
  'manifest.webmanifest',
  'opora',
  'support',
  'help',
  'about',
  'www',
];

/** Whether a user name is a reserved word; case does not matter. */
export function isReservedUserName(userName: string): boolean {
  return reservedUserNames.includes(userName.toLowerCase());
}
