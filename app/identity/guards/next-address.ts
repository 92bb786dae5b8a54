const ownOrigin = 'https://own.invalid';
const signInPaths = new Set(['/auth', '/registration', '/reset', '/identify']);

/** Where a login leads without a `next` address. */
export const ownPage = '/profile';

/** Whether an address is a screen of the login. */
export function isSignInPath(pathname: string): boolean {
  return signInPaths.has(pathname) || pathname.startsWith('/auth/');
}

/**
 * The address to return to after a login: a path of this site, or null for other sites (`//evil`, `/\evil`, `https:`), scripts
 * (`javascript:`) and the login itself.
 */
export function readNextAddress(value: string | null): string | null {
  if (value === null || !value.startsWith('/') || !URL.canParse(value, ownOrigin)) return null;
  const { origin, pathname, search, hash } = new URL(value, ownOrigin);
  // Browsers may resolve dots in a path to another site: `/.//evil` becomes `//evil`.
  if (origin !== ownOrigin || pathname.startsWith('//') || isSignInPath(pathname)) return null;
  return `${pathname}${search}${hash}`;
}

/** Builds `?next=…` for a link to the login; empty if there is nothing to return to. */
export function nextSearch(next: string | null): string {
  return next === null || next === '/' ? '' : `?next=${encodeURIComponent(next)}`;
}
