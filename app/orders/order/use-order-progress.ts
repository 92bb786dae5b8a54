import { call } from '#app/call.ts';
import { useProgress } from '#base/ui/page/use-progress.ts';
import type { Order } from '../order-shapes.ts';
import { type OrderStatus, statusOf } from '../order-status.ts';

const shortestPause = 3_000;
const longestPause = 15_000;

const finished: readonly (OrderStatus | null)[] = ['Completed', 'Cancelled', 'Refunded'];

const watch = {
  ask: ({ orderId }: Order, signal: AbortSignal) => call('GET Order/Order', { query: { orderId } }, { signal }),
  isOver: ({ status }: Order) => finished.includes(statusOf(status)),
  pauseAfter: (tries: number) => Math.min(shortestPause * 1.3 ** tries, longestPause),
};

/** Polls an order until it reaches a final status. `loaded`: the order with which the view was opened. */
export function useOrderProgress(loaded: Order): { readonly order: Order; readonly isOffline: boolean } {
  const { known, isOffline } = useProgress(loaded, watch);
  return { order: known, isOffline };
}
