const ownOrigin = 'https://own.invalid';
const signInPaths = new Set(['/auth', '/registration', '/reset', '/identify']);

/** Where somebody goes who logs in on the way to nothing. */
export const ownPage = '/profile';

/** Whether an address shows one of the screens that lead to being logged in. */
export function isSignInPath(pathname: string): boolean {
  return signInPaths.has(pathname) || pathname.startsWith('/auth/');
}

/**
 * Where somebody who logs in goes back to: a path of this site, or null. Other sites (`//evil`, `/\evil`, `https:`), scripts
 * (`javascript:`) and the login itself are nowhere to go back to.
 */
export function readNextAddress(value: string | null): string | null {
  if (value === null || !value.startsWith('/') || !URL.canParse(value, ownOrigin)) return null;
  const { origin, pathname, search, hash } = new URL(value, ownOrigin);
  // Dots within a path may be resolved to what a browser takes for another site: `/.//evil` becomes `//evil`.
  if (origin !== ownOrigin || pathname.startsWith('//') || isSignInPath(pathname)) return null;
  return `${pathname}${search}${hash}`;
}

/** `?next=…` for a link to the login; empty where there is nothing to go back to. */
export function nextSearch(next: string | null): string {
  return next === null || next === '/' ? '' : `?next=${encodeURIComponent(next)}`;
}
