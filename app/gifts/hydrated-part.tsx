import { type ReactNode, Suspense } from 'react';
import { useHydrated } from '#base/pages/hydrated.ts';
import classes from './hydrated-part.module.css';

/** What is loaded once the page is there: the list of routes that every public page brings stays short. The foot stays out of sight, so that it does not move. */
export function HydratedPart({ children }: { readonly children: ReactNode }) {
  const isHydrated = useHydrated();
  return (
    <div className={classes.part} aria-busy={!isHydrated || undefined}>
      {isHydrated && <Suspense>{children}</Suspense>}
    </div>
  );
}
