/**
 * The states of an order (contract, section 10) and the only ways between them. A state's place in the list is its number
 * on the wire.
 *
 * `AwaitingPayment → Paid` is made by the payment alone, `→ Refunded` by the provider giving the money back.
 */
export const nextOrderStatuses = {
  Basket: ['AwaitingPayment'],
  AwaitingPayment: ['Paid', 'Cancelled'],
  Paid: ['Processing', 'Refunded'],
  Processing: ['Shipped', 'Refunded'],
  Shipped: ['ReadyForPickup', 'Completed', 'Refunded'],
  ReadyForPickup: ['Completed', 'Refunded'],
  Completed: ['Refunded'],
  Cancelled: [],
  Refunded: [],
} as const;

export type OrderStatus = keyof typeof nextOrderStatuses;

export const orderStatuses = [
  'Basket',
  'AwaitingPayment',
  'Paid',
  'Processing',
  'Shipped',
  'ReadyForPickup',
  'Completed',
  'Cancelled',
  'Refunded',
] as const satisfies readonly OrderStatus[];

/** How an order gets to its buyer. */
export type DeliveryKind = 'pickUp' | 'address';

/** How an order gets to its buyer, by what was chosen for it. */
export function deliveryOf({ pickupPointId }: { readonly pickupPointId: number | null }): DeliveryKind {
  return pickupPointId === null ? 'address' : 'pickUp';
}

/** The number of a state on the wire. */
export function numberOf(status: OrderStatus): number {
  return orderStatuses.indexOf(status);
}

/** The state of a number on the wire; null for a number that is none. */
export function statusOf(number: number): OrderStatus | null {
  return orderStatuses[number] ?? null;
}

/** Where an order may go next; `ReadyForPickup` is only for orders that are picked up, and those do not skip it. */
export function nextOf(status: OrderStatus, delivery: DeliveryKind | null): readonly OrderStatus[] {
  const next: readonly OrderStatus[] = nextOrderStatuses[status];
  if (status !== 'Shipped') return next;
  return next.filter((to) => to === 'Refunded' || (to === 'ReadyForPickup') === (delivery === 'pickUp'));
}

/** Whether the table has this way. */
export function canMove(from: OrderStatus, to: OrderStatus, delivery: DeliveryKind | null): boolean {
  return nextOf(from, delivery).includes(to);
}

/** The steps that the staff may make by hand: all but being placed and being paid, which buyer and payment do. */
export function staffSteps(status: OrderStatus, delivery: DeliveryKind | null): readonly OrderStatus[] {
  return nextOf(status, delivery).filter((to) => to !== 'AwaitingPayment' && to !== 'Paid');
}

/** Whether a refund from this state brings the pieces back: nothing has been sent yet. */
export function returnsStockOnRefund(status: OrderStatus): boolean {
  return status === 'Paid' || status === 'Processing';
}

/** Whether the buyer may still choose another pickup point, where his own has been closed. */
export function mayChangePickUp(status: OrderStatus): boolean {
  return status === 'AwaitingPayment' || status === 'Paid' || status === 'Processing' || status === 'Shipped';
}
