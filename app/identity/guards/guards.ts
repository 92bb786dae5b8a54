import { type DataStrategyResult, replace } from 'react-router';
import { call } from '#app/call.ts';
import { failures, isRefused } from '#base/calls/errors.ts';
import { adminLogin, isAdminPath, isOwnPath, isProfilePath, isUnknownAdminPath } from '../guarded-paths.ts';
import { isStaffSession, session } from '../session.ts';
import { sessionTokens } from '../session-tokens.ts';
import { isSignInPath, nextSearch, ownPage, readNextAddress } from './next-address.ts';

const home = '/';
const adminStart = '/admin/blogers';

/** The outcome of a navigation: proceed, redirect or cancel. */
type Way = 'on' | 'nowhere' | { readonly to: string };

type Results = Record<string, DataStrategyResult>;

async function hasAccounts(): Promise<boolean> {
  try {
    return (await call('GET PersonalAccount/GetAccounts', {})).length > 0;
  } catch (error) {
    if (isRefused(error)) return true;
    throw error;
  }
}

/** Loads the accounts, always anew, and then the user (docs/rules.md#screens). */
async function enterOwn(pathname: string): Promise<Way> {
  const mayStay = (await hasAccounts()) || pathname === home;
  try {
    await call('GET PersonalAccount/Get', {});
    await session.load();
  } catch (error) {
    if (!isRefused(error)) throw error;
    await session.leave();
    return 'nowhere';
  }
  return mayStay ? 'on' : { to: home };
}

/** Home is public: it opens even if loading the user fails. */
async function enterHome(): Promise<Way> {
  if (sessionTokens.access() === null) return 'on';
  return enterOwn(home).catch(() => 'on' as const);
}

const loginFor = ({ pathname, search }: URL) => `/auth${nextSearch(`${pathname}${search}`)}`;

async function enterSignedIn(url: URL, hadToken: boolean): Promise<Way> {
  const { pathname } = url;
  if (isProfilePath(pathname) && hadToken) return enterOwn(pathname);
  const state = await session.load();
  if (state.status !== 'user') return { to: loginFor(url) };
  return isProfilePath(pathname) ? enterOwn(pathname) : 'on';
}

/** Requires a stored refresh token and roles that the server confirms each time (docs/rules.md#roles). */
async function enterAdmin(pathname: string): Promise<Way> {
  const mayEnter = sessionTokens.hasRefresh() && isStaffSession(await session.load(true));
  if (pathname === adminLogin) return mayEnter ? { to: adminStart } : 'on';
  return mayEnter ? 'on' : { to: adminLogin };
}

async function enterSignIn({ pathname, searchParams }: URL): Promise<Way> {
  // Logged-in users may change their password too.
  if (pathname.endsWith('/reset')) return 'on';
  const state = await session.load().catch(() => null);
  return state?.status === 'user' ? { to: readNextAddress(searchParams.get('next')) ?? ownPage } : 'on';
}

function wayTo(url: URL, hadToken: boolean): Promise<Way> | Way {
  const { pathname } = url;
  if (isAdminPath(pathname)) return enterAdmin(pathname.replace(/\/+$/, ''));
  if (isOwnPath(pathname)) return enterSignedIn(url, hadToken);
  if (isSignInPath(pathname)) return enterSignIn(url);
  // Other views do not wait: an ended session is dropped as soon as the server reports it.
  session.load().catch(() => undefined);
  return 'on';
}

/** Where a view leads when its session has ended: to the login or home like a guest, or, for a public view, to itself. */
function guestPlace(url: URL): string {
  const { pathname, search, hash } = url;
  if (isAdminPath(pathname)) return adminLogin;
  if (isProfilePath(pathname)) return home;
  return isOwnPath(pathname) ? loginFor(url) : `${pathname}${search}${hash}`;
}

const isUnauthorized = ({ type, result }: DataStrategyResult) => type === 'error' && failures.unauthorized.is(result);

/** Drops a session that ended elsewhere when the server refuses the first call of a view. */
async function stayLoggedIn(url: URL, results: Results): Promise<Results> {
  if (!Object.values(results).some(isUnauthorized)) return results;
  const state = await session.load(true).catch(() => null);
  if (state?.status !== 'guest') return results;
  throw replace(guestPlace(url));
}

/** The address of a cancelled navigation: the present view, or home if there is none yet or guests may not see it. */
function present(target: URL): string {
  const { pathname, search, hash } = window.location;
  const isHere = pathname === target.pathname;
  return isHere || isOwnPath(pathname) ? home : `${pathname}${search}${hash}`;
}

/**
 * Guards all views, as a client middleware of the root route (docs/decisions/0006-guards.md).
 * `hadToken`: whether an access token was stored when the navigation began.
 */
export async function guard(url: URL, next: () => Promise<Results>, hadToken: boolean): Promise<Results> {
  if (url.pathname === home) {
    // The view does not depend on these calls, so both run in parallel.
    const [results, way] = await Promise.all([next(), enterHome()]);
    if (way === 'nowhere' && window.location.pathname !== home) throw replace(present(url));
    return results;
  }
  const way = await wayTo(url, hadToken);
  if (way === 'nowhere') throw replace(present(url));
  if (way !== 'on') throw replace(way.to);
  return stayLoggedIn(url, await next());
}

/** Guards a page that was opened and shown at once. Resolves with the address to redirect to, or null. */
export async function arrive(pathname: string): Promise<string | null> {
  if (isUnknownAdminPath(pathname)) {
    const way = await enterAdmin(pathname).catch(() => ({ to: adminLogin }));
    return typeof way === 'object' ? way.to : null;
  }
  if (pathname === home) await enterHome();
  return null;
}
