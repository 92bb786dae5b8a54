import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** Asks before unsaved changes are lost: on navigation within the site by the blocker, otherwise by the browser's own dialog. */
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
