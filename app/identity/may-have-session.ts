import type { IncomingMessage } from 'node:http';
import { refreshCookie } from './has-session.ts';

/**
 * Whether a page request may come from a logged-in user. Browsers withhold the cookie on navigation from another site; then only the
 * scripts of the page know.
 */
export function mayHaveSession({ headers }: IncomingMessage): boolean {
  return headers.cookie?.includes(`${refreshCookie}=`) === true || headers['sec-fetch-site'] === 'cross-site';
}
