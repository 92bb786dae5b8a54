import { useEffect, useState } from 'react';
import { CallFailure } from '#base/errors.ts';
import { call } from '../call.ts';
import type { Order } from './order-shapes.ts';
import { type OrderStatus, statusOf } from './order-status.ts';

const shortestPause = 3_000;
const longestPause = 15_000;

const finished: readonly (OrderStatus | null)[] = ['Completed', 'Cancelled', 'Refunded'];

/** Waits, and while nobody looks at the page waits until somebody does. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    document.addEventListener('visibilitychange', go);
    signal.addEventListener('abort', go, { once: true });
  });
}

/** An order as it goes on: asked for politely until nothing more happens to it. `loaded`: as the view was opened with. */
export function useOrderProgress(loaded: Order): { readonly order: Order; readonly isOffline: boolean } {
  const [known, setKnown] = useState({ loaded, order: loaded });
  const [isOffline, setOffline] = useState(false);
  const order = known.loaded === loaded ? known.order : loaded;
  const { orderId, status } = order;

  useEffect(() => {
    if (finished.includes(statusOf(status))) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const watch = async () => {
      for (let wait = shortestPause; !signal.aborted; wait = Math.min(wait * 1.3, longestPause)) {
        await pause(wait, signal);
        if (signal.aborted) return;
        try {
          const latest = await call('GET Order/Order', { query: { orderId } }, { signal });
          setOffline(false);
          setKnown({ loaded, order: latest });
        } catch (error) {
          if (error instanceof CallFailure) setOffline(true);
        }
      }
    };
    void watch();
    return () => leaving.abort();
  }, [orderId, status, loaded]);

  return { order, isOffline };
}
