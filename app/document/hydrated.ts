import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while the page is as the server rendered it; what only this browser knows is shown after that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
