import { type DataStrategyResult, replace } from 'react-router';
import { isCallFailure } from '#base/errors.ts';
import { call } from '../call.ts';
import { isAdminPath, isOwnPath, isProfilePath } from './guarded-paths.ts';
import { isSignInPath, nextSearch, ownPage, readNextAddress } from './next-address.ts';
import { isStaff, session } from './session.ts';
import { sessionTokens } from './session-tokens.ts';

const home = '/';
const adminLogin = '/admin';
const adminStart = '/admin/blogers';

/** What becomes of a navigation: on to the view, to another address, or nowhere. */
type Way = 'on' | 'nowhere' | { readonly to: string };

type Results = Record<string, DataStrategyResult>;

/** No such session or person any more; a dead network or a busy server says nothing of either. */
function isGone(error: unknown): boolean {
  return isCallFailure(error) && error.status >= 400 && error.status < 500 && error.status !== 429;
}

async function hasAccounts(): Promise<boolean> {
  try {
    return (await call('GET PersonalAccount/GetAccounts', {})).length > 0;
  } catch (error) {
    if (isGone(error)) return true;
    throw error;
  }
}

/** Accounts, always anew, and then the user (specification, point 2, «Entry rules»). */
async function enterOwn(pathname: string): Promise<Way> {
  const mayStay = (await hasAccounts()) || pathname === home;
  try {
    await call('GET PersonalAccount/Get', {});
    await session.load();
  } catch (error) {
    if (!isGone(error)) throw error;
    await session.leave();
    return 'nowhere';
  }
  return mayStay ? 'on' : { to: home };
}

/** Home is for everybody: a failure to learn who is there is no reason to keep anybody out. */
async function enterHome(): Promise<Way> {
  if (sessionTokens.access() === null) return 'on';
  return enterOwn(home).catch(() => 'on' as const);
}

const loginFor = ({ pathname, search }: URL) => `/auth${nextSearch(`${pathname}${search}`)}`;

async function enterSignedIn(url: URL): Promise<Way> {
  const { pathname } = url;
  if (isProfilePath(pathname) && sessionTokens.access() !== null) return enterOwn(pathname);
  const state = await session.load();
  if (state.status !== 'user') return { to: loginFor(url) };
  return isProfilePath(pathname) ? enterOwn(pathname) : 'on';
}

/** A stored refresh token and roles that the server confirms, each time (specification, points 2 and 6). */
async function enterAdmin(pathname: string): Promise<Way> {
  const mayEnter = sessionTokens.hasRefresh() && isStaff(await session.load(true));
  if (pathname === adminLogin) return mayEnter ? { to: adminStart } : 'on';
  return mayEnter ? 'on' : { to: adminLogin };
}

async function enterSignIn({ pathname, searchParams }: URL): Promise<Way> {
  // A new password is for those who are logged in too.
  if (pathname.endsWith('/reset')) return 'on';
  const state = await session.load().catch(() => null);
  return state?.status === 'user' ? { to: readNextAddress(searchParams.get('next')) ?? ownPage } : 'on';
}

function wayTo(url: URL): Promise<Way> | Way {
  const { pathname } = url;
  if (isAdminPath(pathname)) return enterAdmin(pathname.replace(/\/+$/, ''));
  if (isOwnPath(pathname)) return enterSignedIn(url);
  if (isSignInPath(pathname)) return enterSignIn(url);
  // Elsewhere nobody waits for it: a stale session is dropped as soon as the server says so.
  session.load().catch(() => undefined);
  return 'on';
}

/** Where a view that needs a session leads without one: the same place that a guest is led to, or what the view shows to guests. */
function guestPlace(url: URL): string {
  const { pathname, search, hash } = url;
  if (isAdminPath(pathname)) return adminLogin;
  if (isProfilePath(pathname)) return home;
  return isOwnPath(pathname) ? loginFor(url) : `${pathname}${search}${hash}`;
}

const isRefused = ({ type, result }: DataStrategyResult) =>
  type === 'error' && isCallFailure(result) && result.status === 401;

/** A session that ended elsewhere is noticed by the first view that needs it, whose call is refused. */
async function stayLoggedIn(url: URL, results: Results): Promise<Results> {
  if (!Object.values(results).some(isRefused)) return results;
  const state = await session.load(true).catch(() => null);
  if (state?.status !== 'guest') return results;
  throw replace(guestPlace(url));
}

/** Staying: at the present view, or at home where there is none yet or it is no place for a guest. */
function present(target: URL): string {
  const { pathname, search, hash } = window.location;
  const isHere = pathname === target.pathname;
  return isHere || isOwnPath(pathname) ? home : `${pathname}${search}${hash}`;
}

/** The guard of all views, as a client middleware of the root route (docs/decisions/0006-guards.md). */
export async function guard(url: URL, next: () => Promise<Results>): Promise<Results> {
  if (url.pathname === home) {
    // The view needs nothing of what is asked here, so both go side by side.
    const [results, way] = await Promise.all([next(), enterHome()]);
    if (way === 'nowhere' && window.location.pathname !== home) throw replace(present(url));
    return results;
  }
  const way = await wayTo(url);
  if (way === 'nowhere') throw replace(present(url));
  if (way !== 'on') throw replace(way.to);
  return stayLoggedIn(url, await next());
}

/** The same for a page that has just been opened and is open to everybody: nothing is waited for. */
export function arrive(pathname: string): void {
  if (pathname === home) void enterHome();
}
