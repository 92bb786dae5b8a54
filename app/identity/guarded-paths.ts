/** Whether a path belongs to the admin area: any of its segments is `admin` (specification, point 2). */
export function isAdminPath(pathname: string): boolean {
  return pathname.split('/').includes('admin');
}

/** Whether a path is a profile page. */
export function isProfilePath(pathname: string): boolean {
  return pathname === '/profile' || pathname.startsWith('/profile/');
}

/** Whether a path shows what only somebody who is logged in has. */
export function isOwnPath(pathname: string): boolean {
  return isProfilePath(pathname) || /^\/orders\/*$/.test(pathname) || pathname.startsWith('/order/');
}

/** Whether there is something to ask before a view is shown, even where nobody seems to be logged in. */
export function isGuardedPath(pathname: string): boolean {
  return isAdminPath(pathname) || isOwnPath(pathname);
}
