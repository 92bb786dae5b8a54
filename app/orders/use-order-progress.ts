import { useProgress } from '#base/ui/use-progress.ts';
import { call } from '../call.ts';
import type { Order } from './order-shapes.ts';
import { type OrderStatus, statusOf } from './order-status.ts';

const shortestPause = 3_000;
const longestPause = 15_000;

const finished: readonly (OrderStatus | null)[] = ['Completed', 'Cancelled', 'Refunded'];

const watch = {
  ask: ({ orderId }: Order, signal: AbortSignal) => call('GET Order/Order', { query: { orderId } }, { signal }),
  isOver: ({ status }: Order) => finished.includes(statusOf(status)),
  pauseAfter: (tries: number) => Math.min(shortestPause * 1.3 ** tries, longestPause),
};

/** An order as it goes on: asked for politely until nothing more happens to it. `loaded`: as the view was opened with. */
export function useOrderProgress(loaded: Order): { readonly order: Order; readonly isOffline: boolean } {
  const { known, isOffline } = useProgress(loaded, watch);
  return { order: known, isOffline };
}
