import { type DataStrategyResult, replace } from 'react-router';
import { call } from '#app/call.ts';
import { type CallFailure, failures, isCallFailure, isRefused } from '#base/calls/errors.ts';
import { adminLogin, isAdminPath, isOwnPath, isProfilePath, isUnknownAdminPath } from '../guarded-paths.ts';
import { isStaffSession, session } from '../session.ts';
import { sessionTokens } from '../session-tokens.ts';
import { isSignInPath, nextSearch, ownPage, readNextAddress } from './next-address.ts';
import { hasView, shownView } from './shown-view.ts';
import { isReturn, type Navigation, sayTrouble, stay, takeNoticeAway } from './staying.ts';

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

async function enterHome(): Promise<Way> {
  return sessionTokens.access() === null ? 'on' : enterOwn(home);
}

/** Renews a token that has run out: the calls of a view would fail one after the other without it. */
async function renew(): Promise<void> {
  if (!sessionTokens.hasRunOut()) return;
  const isRenewed = await sessionTokens.refresh(sessionTokens.access());
  if (!isRenewed && sessionTokens.hasRefresh()) throw failures.unavailable();
}

const loginFor = ({ pathname, search }: URL) => `/auth${nextSearch(`${pathname}${search}`)}`;

/** Somebody was sent here to answer, and is asked once they have logged in again. */
const asksThere = ({ searchParams }: URL) => searchParams.has('ask');

async function enterSignedIn(url: URL, hadToken: boolean): Promise<Way> {
  const { pathname } = url;
  if (isProfilePath(pathname) && hadToken) {
    const way = await enterOwn(pathname);
    return way === 'nowhere' && asksThere(url) ? { to: loginFor(url) } : way;
  }
  await renew();
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
  if (isProfilePath(pathname) && !asksThere(url)) return home;
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

/** Nobody has answered, or with a 5xx: this says nothing of the session. */
const isTrouble = (error: unknown): error is CallFailure => isCallFailure(error) && !isRefused(error);

/** The failure of a view whose calls lacked a token, because the refresh was not answered. */
function unrenewed(results: Results): CallFailure | null {
  if (!sessionTokens.hasRunOut()) return null;
  return Object.values(results).flatMap(({ result }) => (isTrouble(result) ? [result] : []))[0] ?? null;
}

/** Ends a navigation that is cancelled because the session was: guests stay where they may be, and others come home. */
function stayAsGuest(navigation: Navigation): Promise<Results> {
  const { pathname: path } = shownView();
  if (hasView() && path !== navigation.url.pathname && !isOwnPath(path) && !isAdminPath(path)) return stay(navigation);
  throw replace(home);
}

/** Cancels a navigation and says why. Where there is no view to stay on, the failure is shown instead of the view. */
function stayInTrouble(navigation: Navigation, failure: CallFailure): Promise<Results> {
  if (!hasView()) throw failure;
  sayTrouble(navigation.url, failure);
  return stay(navigation);
}

/** The view does not depend on the calls about the user, so both run in parallel. */
async function openHome(navigation: Navigation, next: () => Promise<Results>): Promise<Results> {
  const entering = enterHome().catch((error: unknown) => {
    if (isTrouble(error)) return error;
    throw error;
  });
  const [results, way] = await Promise.all([next(), entering]);
  if (isCallFailure(way)) {
    if (hasView()) return stayInTrouble(navigation, way);
    sayTrouble(navigation.url, way);
  }
  return way === 'nowhere' && shownView().pathname !== home ? stayAsGuest(navigation) : results;
}

/**
 * Guards all views, as a client middleware of the root route (docs/decisions/0006-guards.md).
 * `hadToken`: whether an access token was stored when the navigation began.
 */
export async function guard(navigation: Navigation, next: () => Promise<Results>, hadToken: boolean): Promise<Results> {
  const { url } = navigation;
  if (isReturn(url)) return {};
  takeNoticeAway();
  if (url.pathname === home) return openHome(navigation, next);
  try {
    const way = await wayTo(url, hadToken);
    if (way === 'nowhere') return await stayAsGuest(navigation);
    if (way !== 'on') throw replace(way.to);
  } catch (error) {
    if (isTrouble(error)) return stayInTrouble(navigation, error);
    throw error;
  }
  const results = await next();
  const failure = unrenewed(results);
  return failure !== null && hasView() ? stayInTrouble(navigation, failure) : stayLoggedIn(url, results);
}

/** Guards a page that was opened and shown at once. Resolves with the address to redirect to, or null. */
export async function arrive(pathname: string): Promise<string | null> {
  if (isUnknownAdminPath(pathname)) {
    const way = await enterAdmin(pathname).catch(() => ({ to: adminLogin }));
    return typeof way === 'object' ? way.to : null;
  }
  if (pathname !== home) return null;
  await enterHome().catch((error: unknown) => {
    if (isTrouble(error)) sayTrouble(new URL(window.location.href), error);
  });
  return null;
}
