import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { isStaffCall } from '../basket/baskets.server.ts';
import { type OrderStatus, statusOf } from '../order-status.ts';
import { type LockedOrder, lockOrder } from './placing-store.server.ts';

/** The status of a placed order; a basket counts as unknown. */
function placedStatus(order: LockedOrder): OrderStatus {
  const status = statusOf(order.status);
  if (status === null || status === 'Basket') throw failures.notFound();
  return status;
}

/** Locks a placed order. 404: unknown, still a basket, or not of `ownerId` where one is given. */
export async function lockPlaced(tx: Tx, orderId: string, ownerId: string | null) {
  const order = await lockOrder(tx, orderId);
  if (order === null || (ownerId !== null && order.userId !== ownerId)) throw failures.notFound();
  return { order, status: placedStatus(order) };
}

/** The owner whose orders the caller may change; null: any owner. */
export function ownerOf(context: CallContext): string | null {
  return isStaffCall(context) ? null : callerOf(context).userId;
}
