import { type ReactNode, Suspense } from 'react';
import { useHydrated } from '#base/pages/hydrated.ts';
import classes from './late-part.module.css';

/** What is loaded once the page is there: the list of routes that every public page brings stays short. The foot stays out of sight until then. */
export function LatePart({ children }: { readonly children: ReactNode }) {
  const waiting = <div className={classes.waiting} aria-busy />;
  return useHydrated() ? <Suspense fallback={waiting}>{children}</Suspense> : waiting;
}
