import type { IncomingMessage } from 'node:http';
import { browserStorage } from '#base/text/browser-storage.ts';

/** Key of the access token in local storage (docs/rules.md#sessions). */
export const accessTokenKey = 'token';

/** Name of the refresh token's cookie. */
export const refreshCookie = 'refreshToken';

/** Set on `<html>` while a user is logged in, so that style sheets show the right header before any script has run. */
const sessionMark = 'data-session';

export function hasAccessToken(): boolean {
  return browserStorage.local.getItem(accessTokenKey) !== null;
}

/** Whether this browser stores tokens. Only the server knows whether they are still valid. */
export function hasSession(): boolean {
  return hasAccessToken() || document.cookie.includes(`${refreshCookie}=`);
}

/** Brings the mark on `<html>` up to date; answers what it says. */
export function markSession(): boolean {
  return document.documentElement.toggleAttribute(sessionMark, hasSession());
}

/** Sets the mark before the first paint; stands in the page as an inline script. */
export const earlyMark = `try{if(localStorage.getItem('${accessTokenKey}'))document.documentElement.setAttribute('${sessionMark}','')}catch{}`;

/**
 * Whether a page request may come from a logged-in user. Browsers withhold the cookie on navigation from another site; then only the
 * scripts of the page know.
 */
export function mayHaveSession({ headers }: IncomingMessage): boolean {
  return headers.cookie?.includes(`${refreshCookie}=`) === true || headers['sec-fetch-site'] === 'cross-site';
}
