import type { Order } from '../order-shapes.ts';
import { type OrderStatus, orderStatuses, statusOf } from '../order-status.ts';

/** A step of an order. */
export interface TimelineStep {
  readonly status: OrderStatus;
  /** When it was reached, ISO 8601; null for a future step. */
  readonly at: string | null;
  readonly state: 'done' | 'now' | 'ahead';
  readonly reason: string | null;
}

type Way = Pick<Order, 'status' | 'history' | 'pickupPointId' | 'giftId'>;

/** The steps of an order without incidents, from placing to delivery. */
function usualWay(isPickUp: boolean, isGift: boolean): readonly OrderStatus[] {
  const way: readonly OrderStatus[] = [
    'AwaitingPayment',
    'Paid',
    'Processing',
    'Shipped',
    'ReadyForPickup',
    'Completed',
  ];
  // Whoever gets a gift pays nothing.
  const own = isGift ? way.filter((status) => status !== 'AwaitingPayment') : way;
  return isPickUp ? own : own.filter((status) => status !== 'ReadyForPickup');
}

/**
 * The past, current and future steps of an order. An order that was cancelled or refunded has no future steps.
 */
export function timelineOf({ status, history, pickupPointId, giftId }: Way): readonly TimelineStep[] {
  const present = statusOf(status) ?? 'AwaitingPayment';
  const reached = new Map(history.map((step) => [statusOf(step.status), step]));
  const isOver = present === 'Cancelled' || present === 'Refunded';
  const usual = usualWay(pickupPointId !== null, giftId !== undefined);
  const way = isOver ? [...usual.filter((step) => reached.has(step)), present] : usual;
  const place = (step: OrderStatus) => orderStatuses.indexOf(step);
  const stateOf = (step: OrderStatus) => (step === present ? 'now' : place(step) < place(present) ? 'done' : 'ahead');
  return way.map((step) => {
    const state = stateOf(step);
    const known = state === 'ahead' ? undefined : reached.get(step);
    return { status: step, state, at: known?.at ?? null, reason: known?.reason ?? null };
  });
}
