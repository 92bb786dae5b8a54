/** The first segments of all routes (app/routes.ts; docs/rules.md#screens); `reserved-names.test.ts` compares the two. */
export const routeWords: ReadonlySet<string> = new Set([
  'admin',
  'auth',
  'registration',
  'reset',
  'identify',
  'merch',
  'basket',
  'market',
  'profile',
  'order',
  'orders',
  'memberships',
  'authors',
  'offline',
  '404',
  'thanks',
  'receipt',
  'draws',
  'months',
  'telegram',
  'gifts',
  'widgets',
  'first-start',
  'about',
]);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Removes trailing slashes. Paths that begin with `//` or `/\\` stay: browsers would take the result for another site. */
function withoutEndSlashes(path: string): string {
  return /^\/[^/\\]/.test(path) ? path.replace(/\/+$/, '') : path;
}

/**
 * Spells the first segment of a path as its route does and removes trailing slashes; later segments stay. The router also matches
 * `/Profile` and `/%70rofile`, but guards and widget rules compare paths, so that each page must have one address.
 */
export function plainPath(path: string): string {
  const plain = withoutEndSlashes(path);
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(plain) ?? [];
  const word = decoded(first).toLowerCase();
  return word !== first && routeWords.has(word) ? `/${word}${rest}` : plain;
}
