import { useEffect, useSyncExternalStore } from 'react';
import { hasSession } from '#app/identity/has-session.ts';
import { readCount, watchCount } from './guest-basket/basket-count.ts';

const none = () => 0;

/** The number of items in the basket, the same in every tab. The code that updates it is loaded only for users and guests with items. */
export function useBasketCount(): number {
  useEffect(() => {
    if (hasSession() || readCount() > 0)
      import('./guest-basket/sync-basket-count.ts').then((keeper) => keeper.syncBasketCount()).catch(() => undefined);
  }, []);
  return useSyncExternalStore(watchCount, readCount, none);
}
