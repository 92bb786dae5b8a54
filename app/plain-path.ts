/** First segments of all routes (app/routes.ts, specification, point 2); `reserved-names.test.ts` holds the two together. */
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
  'authors',
  'offline',
  '404',
  'thanks',
  'widgets',
]);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * A path with the word of its route as the route spells it. The router finds `/Profile` and `/%70rofile` too, but guards and rules for
 * widgets read paths: there is one address for each. Ids and names further on stay as they are.
 */
export function plainPath(path: string): string {
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(path) ?? [];
  const word = decoded(first).toLowerCase();
  return word !== first && routeWords.has(word) ? `/${word}${rest}` : path;
}
