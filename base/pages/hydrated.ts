import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and during hydration; content that only this browser knows is shown after that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
