import { useEffect, useRef } from 'react';
import { type DataStrategyResult, replace, useNavigate } from 'react-router';
import { bring } from '#base/pages/bring.ts';
import { plainPath } from '#base/text/plain-path.ts';
import { isGuardedPath, isUnknownAdminPath } from './guarded-paths.ts';
import { hasAccessToken, hasSession, markSession } from './has-session.ts';

const loadGuards = () => bring(() => import('./guards/guards.ts'));

type Results = Record<string, DataStrategyResult>;

/**
 * Runs before each view (docs/rules.md#screens). Lets guests through to public views at once; loads the guard for all others. The guard
 * compares paths with the routes, so other spellings of a path are redirected first.
 */
export async function entryGuard(
  navigation: { readonly url: URL; readonly request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const { url } = navigation;
  const path = plainPath(url.pathname);
  if (path !== url.pathname) throw replace(`${path}${url.search}${url.hash}`);
  if (!hasSession() && !isGuardedPath(url.pathname)) return next();
  // The page's own calls may end the session while the guard loads.
  const hadToken = hasAccessToken();
  const { guard } = await loadGuards();
  return guard(navigation, next, hadToken);
}

/**
 * Applies the entry rules to the page that was opened first, without a navigation. Who is logged in gets the guards at once: they are needed
 * when the network is gone.
 */
export function useArrival(): void {
  const navigate = useNavigate();
  const hasArrived = useRef(false);
  useEffect(() => {
    const { pathname } = window.location;
    const isIn = markSession();
    if (hasArrived.current || !(isIn || isUnknownAdminPath(pathname))) return;
    hasArrived.current = true;
    void loadGuards()
      .then(({ arrive }) => arrive(pathname))
      .then((to) => to !== null && navigate(to, { replace: true }));
  }, [navigate]);
}
