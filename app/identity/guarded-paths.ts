/** The staff login. Other users who open a path with `admin` in it are redirected here. */
export const adminLogin = '/admin';

/** Decoded once, as the router does. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Whether the admin guard applies to a path: it contains `admin` anywhere, in any case and encoding. */
export function isAdminPath(pathname: string): boolean {
  return decoded(pathname).toLowerCase().includes('admin');
}

/** Whether a path belongs to a screen of the admin area. Their layout waits for the guard itself. */
function isAdminArea(pathname: string): boolean {
  return pathname === adminLogin || pathname.startsWith(`${adminLogin}/`);
}

/** Suffix of the path of a data request. The router runs the guard before it sends one. */
const dataEnd = /\.data$/;

/** Whether a path contains `admin` but is no screen of the admin area: staff see "not found", others the login. */
export function isUnknownAdminPath(pathname: string): boolean {
  return isAdminPath(pathname) && !isAdminArea(pathname.replace(dataEnd, ''));
}

/** Whether a path is a profile page. */
export function isProfilePath(pathname: string): boolean {
  return pathname === '/profile' || pathname.startsWith('/profile/');
}

/** Whether a path is a section of the own profile, beside its menu. */
export function isProfileSection(pathname: string): boolean {
  return isProfilePath(pathname) && pathname !== '/profile/dock';
}

/** Whether a path needs a logged-in user. */
export function isOwnPath(pathname: string): boolean {
  return isProfilePath(pathname) || /^\/(?:orders|memberships)\/*$/.test(pathname) || pathname.startsWith('/order/');
}

/** Whether the guard must run for a path even without a stored session. */
export function isGuardedPath(pathname: string): boolean {
  return isAdminPath(pathname) || isOwnPath(pathname);
}
