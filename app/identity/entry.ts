import { useEffect } from 'react';
import { type DataStrategyResult, replace } from 'react-router';
import { plainPath } from '../plain-path.ts';
import { isGuardedPath } from './guarded-paths.ts';
import { hasSession, markSession } from './has-session.ts';

type Results = Record<string, DataStrategyResult>;

/**
 * Runs before each view (specification, point 2, «A further global guard»). Guests on their way to what is open to everybody
 * go on at once; for the others the rules are loaded. They read paths as the routes spell them, so every other spelling is left first.
 */
export async function entryGuard({ url }: { readonly url: URL }, next: () => Promise<Results>): Promise<Results> {
  const path = plainPath(url.pathname);
  if (path !== url.pathname) throw replace(`${path}${url.search}${url.hash}`);
  if (!hasSession() && !isGuardedPath(url.pathname)) return next();
  const { guard } = await import('./guards.ts');
  return guard(url, next);
}

/** The entry rules for the page that was opened first, which no navigation led to. */
export function useArrival(): void {
  useEffect(() => {
    if (!markSession() || window.location.pathname !== '/') return;
    void import('./guards.ts').then(({ arrive }) => arrive(window.location.pathname));
  }, []);
}
