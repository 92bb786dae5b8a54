/**
 * The statuses of an order (docs/rules.md#orders) and the allowed transitions. A status's index in the list is its number on the
 * wire.
 *
 * Only a payment makes `AwaitingPayment → Paid`; `→ Refunded` happens when the provider has refunded the money.
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

/** The statuses that lists of orders have. */
export const listedStatuses = orderStatuses.filter((status) => status !== 'Basket');

/** The status by which an address filters a list of orders; undefined for an unknown one. */
export function orderStatusIn(params: URLSearchParams): OrderStatus | undefined {
  return listedStatuses.find((status) => status === params.get('status'));
}

/** The way of delivery. */
export type DeliveryKind = 'pickUp' | 'address';

/** The way of delivery that was chosen for an order. */
export function deliveryKindOf({ pickupPointId }: { readonly pickupPointId: number | null }): DeliveryKind {
  return pickupPointId === null ? 'address' : 'pickUp';
}

/** The number of a status on the wire. */
export function numberOf(status: OrderStatus): number {
  return orderStatuses.indexOf(status);
}

/** The status of a number on the wire; null for an unknown number. */
export function statusOf(number: number): OrderStatus | null {
  return orderStatuses[number] ?? null;
}

/** The statuses that may follow. Only orders with pickup become `ReadyForPickup`, and they do not skip it. */
export function nextOf(status: OrderStatus, delivery: DeliveryKind | null): readonly OrderStatus[] {
  const next: readonly OrderStatus[] = nextOrderStatuses[status];
  if (status !== 'Shipped') return next;
  return next.filter((to) => to === 'Refunded' || (to === 'ReadyForPickup') === (delivery === 'pickUp'));
}

/** Whether the transition is allowed. */
export function canMove(from: OrderStatus, to: OrderStatus, delivery: DeliveryKind | null): boolean {
  return nextOf(from, delivery).includes(to);
}

/** A status into which the staff brings orders by hand. */
export type StaffStep = Exclude<OrderStatus, 'Basket' | 'AwaitingPayment' | 'Paid'>;

function isStaffStep(to: OrderStatus): to is StaffStep {
  return to !== 'Basket' && to !== 'AwaitingPayment' && to !== 'Paid';
}

/** The transitions that staff may make by hand: all but placing, which the buyer does, and paying. */
export function staffSteps(status: OrderStatus, delivery: DeliveryKind | null): readonly StaffStep[] {
  return nextOf(status, delivery).filter(isStaffStep);
}

/** Whether a refund in this status returns the pieces to stock: nothing has been shipped yet. */
export function returnsStockOnRefund(status: OrderStatus): boolean {
  return status === 'Paid' || status === 'Processing';
}

/** Whether the buyer still waits for the items. */
export function isOnTheWay(status: OrderStatus | null): boolean {
  return status === 'AwaitingPayment' || status === 'Paid' || status === 'Processing' || status === 'Shipped';
}

/** Whether the buyer may still choose another pickup point when the chosen one was closed. */
export function mayChangePickUp(status: OrderStatus): boolean {
  return status === 'AwaitingPayment' || status === 'Paid' || status === 'Processing' || status === 'Shipped';
}
