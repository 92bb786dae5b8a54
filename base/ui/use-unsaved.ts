import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** Asks before what was typed is left behind: within the site through the blocker, else by the browser's own question. */
export function useUnsaved(isUnsaved: boolean): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return blocker;
}
