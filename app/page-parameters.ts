/**
 * The query parameters that each route of app/routes.ts reads while it is rendered on the server. All others are dropped, so that a page is
 * cached once whatever query its address has. Parameters that a screen reads only in the browser are not listed.
 */
export const routeParameters: Readonly<Record<string, readonly string[]>> = {
  '': [],
  admin: [],
  'admin/blogers': [],
  'admin/dashboard': [],
  'admin/payments': [],
  'admin/receipts': [],
  'admin/reconciliation': ['night'],
  'admin/audit': [],
  'admin/donate-settings': [],
  'admin/products': [],
  'admin/product': [],
  'admin/product/:id': [],
  'admin/categories': [],
  'admin/user/:id': [],
  'admin/orders': [],
  'admin/order/:id': [],
  'admin/promo-codes': [],
  'admin/locations': [],
  'admin/locations/delivery': [],
  'admin/locations/point': [],
  'admin/locations/point/:id': [],
  'admin/filters': [],
  'admin/payouts': [],
  'admin/memberships': [],
  'admin/memberships/messages': [],
  'admin/memberships/revenue': ['show'],
  'admin/memberships/posts': [],
  'admin/site': [],
  auth: [],
  registration: [],
  'auth/registration': [],
  reset: [],
  'auth/reset': [],
  identify: [],
  'auth/identify': [],
  'merch/:id': ['color', 'size'],
  'merch/:id/gift': [],
  basket: [],
  market: ['category', 'creator', 'order', 'search', 'who', 'page'],
  profile: [],
  'profile/edit': [],
  'profile/alerts': [],
  'profile/queue': [],
  'profile/widgets': [],
  'profile/votes': [],
  'profile/targets': [],
  'profile/rewards': [],
  'profile/rewards/owed': [],
  'profile/draws': [],
  'profile/clock': [],
  'profile/together': [],
  'profile/security': [],
  'profile/statistics': [],
  'profile/donations': [],
  'profile/members': [],
  'profile/members/levels': [],
  'profile/members/messages': [],
  'profile/members/posts': [],
  'profile/members/posts/:postId': [],
  'profile/balance': [],
  'profile/notices': [],
  'profile/tools': [],
  'profile/tools/import': [],
  'profile/tools/webhooks': [],
  'profile/dock': [],
  'profile/:userName': [],
  'order/:id': [],
  orders: [],
  memberships: [],
  'memberships/gifts': [],
  authors: ['search', 'type', 'products', 'page'],
  'first-start': ['key'],
  'about/:page': [],
  telegram: [],
  offline: [],
  '404': [],
  'thanks/:payId': [],
  'draws/:drawId': [],
  'months/:giftId': [],
  'gifts/:giftId': [],
  'receipt/:id': [],
  ':userName': ['tab'],
  ':userName/months': [],
  ':userName/gifts': [],
  ':userName/posts': ['after'],
  ':userName/posts/:postId': [],
  'widgets/notification': [],
  'widgets/statistics': [],
  'widgets/sticker': [],
  'widgets/votes': [],
  'widgets/targets': [],
  'widgets/clock': [],
  'widgets/draws': [],
};

/** React Router requests the data of a page at the page's path with this suffix, and names the routes. */
const dataEnd = /\.data$/;
const dataParameters = ['_routes'];

/** By path, with a colon for a segment that is a parameter: the last one, the first one, or both. */
const known = new Map(
  Object.entries(routeParameters).map(([path, names]) => [`/${path}`.replace(/:\w+/g, ':'), names] as const),
);

const withoutFirst = (path: string) => path.replace(/^\/[^/]+/, '/:');
const withoutLast = (path: string) => path.replace(/[^/]+$/, ':');

/** The query parameters of the page of a path; undefined if no route has the path. */
export function parametersOf(path: string): readonly string[] | undefined {
  const plain = path
    .replace(/\/_\.data$/, '/')
    .replace(dataEnd, '')
    .toLowerCase();
  const end = withoutLast(plain);
  const names = known.get(plain) ?? known.get(end) ?? known.get(withoutFirst(plain)) ?? known.get(withoutFirst(end));
  return names && dataEnd.test(path) ? [...names, ...dataParameters] : names;
}
