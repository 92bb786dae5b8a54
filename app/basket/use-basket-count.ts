import { useEffect, useSyncExternalStore } from 'react';
import { hasSession } from '../identity/has-session.ts';
import { readCount, watchCount } from './basket-count.ts';

const none = () => 0;

/** How many things are in the basket, the same in every tab; what keeps it true is loaded only for those who may have any. */
export function useBasketCount(): number {
  useEffect(() => {
    if (hasSession() || readCount() > 0)
      import('./basket-keeper.ts').then(({ keepBasket }) => keepBasket()).catch(() => undefined);
  }, []);
  return useSyncExternalStore(watchCount, readCount, none);
}
