import type { AuditNote, CallContext } from '#base/call-context.server.ts';
import { callerOf } from '#base/call-context.server.ts';
import type { Database, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { findPickUp } from '../delivery/delivery.server.ts';
import { returnStock } from '../merch/merch.server.ts';
import type { Payments } from '../payments/payments.server.ts';
import { isStaff } from './baskets.server.ts';
import { claimUnpaidOrders, type Mover, moveOrder, noteRefund, readSold, writePickUp } from './moves-store.server.ts';
import { orderPlaced, pickUpClosed, wrongTransition } from './order-failures.ts';
import { deliveryOf, mayChangePickUp, nextOf, type OrderStatus, staffSteps, statusOf } from './order-status.ts';
import { type LockedOrder, lockOrder } from './placing-store.server.ts';

/** The state of an order that has been placed; a basket is none for those who move orders. */
function placedStatus(order: LockedOrder): OrderStatus {
  const status = statusOf(order.status);
  if (status === null || status === 'Basket') throw failures.notFound.because();
  return status;
}

/** Locks a placed order; 404 for a basket too, and for strangers where `ownerId` is given. */
async function lockPlaced(tx: Tx, orderId: string, ownerId: string | null) {
  const order = await lockOrder(tx, orderId);
  if (order === null || (ownerId !== null && order.userId !== ownerId)) throw failures.notFound.because();
  return { order, status: placedStatus(order) };
}

/** Whose orders the caller may touch: null means anybody's. */
function ownerOf(context: CallContext): string | null {
  return isStaff(context) ? null : callerOf(context).userId;
}

function moverOf(context: CallContext, order: Pick<LockedOrder, 'userId'>): Mover {
  const { userId } = callerOf(context);
  return { by: userId === order.userId ? 'buyer' : 'staff', userId, reason: null };
}

/** What the staff does with an order of another stands in the trail. */
export function noteForeign(context: CallContext, order: LockedOrder, details: AuditNote['details'] = {}): void {
  if (order.userId === callerOf(context).userId) return;
  context.note({ subject: order.id, details: { number: order.number, ...details } });
}

/** The pieces return with the same step. */
async function cancelLocked(tx: Tx, order: LockedOrder, mover: Mover): Promise<void> {
  await moveOrder(tx, order.id, 'Cancelled', mover);
  await returnStock(tx, await readSold(tx, order.id));
}

/** Cancels an unpaid order of the caller and answers it. The provider is asked first, lest it be paid already. */
export async function cancelOrder(context: CallContext, payments: Payments, orderId: string): Promise<LockedOrder> {
  const ownerId = ownerOf(context);
  await context.transaction((tx) => lockPlaced(tx, orderId, ownerId));
  await payments.checkPayment(orderId);
  return context.transaction(async (tx) => {
    const { order, status } = await lockPlaced(tx, orderId, ownerId);
    if (status !== 'AwaitingPayment') throw wrongTransition.because();
    await cancelLocked(tx, order, moverOf(context, order));
    return order;
  });
}

/** Gives an order's money back at the provider; the payment's owner moves the order when the money has gone. */
export async function refundOrder(
  context: CallContext,
  payments: Payments,
  { orderId, reason }: { orderId: string; reason: string | null },
): Promise<void> {
  const paymentId = await context.transaction(async (tx) => {
    const { order, status } = await lockPlaced(tx, orderId, null);
    if (status === 'Refunded') return order.paymentId;
    if (!nextOf(status, deliveryOf(order)).includes('Refunded')) throw wrongTransition.because();
    await noteRefund(tx, orderId, { userId: callerOf(context).userId, reason });
    return order.paymentId;
  });
  await payments.refundPayment(orderId, paymentId);
}

/** Moves an order along the table by hand. */
export async function changeStatus(
  context: CallContext,
  payments: Payments,
  { orderId, status: to }: { orderId: string; status: OrderStatus },
): Promise<void> {
  await context.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const status = order && statusOf(order.status);
    if (order === null || status === null) throw failures.notFound.because();
    if (!staffSteps(status, deliveryOf(order)).includes(to)) throw wrongTransition.because();
    if (to === 'Refunded' || to === 'Cancelled') return;
    await moveOrder(tx, orderId, to, { by: 'staff', userId: callerOf(context).userId, reason: null });
  });
  // The provider is asked first, so that these two have transactions of their own.
  if (to === 'Refunded') await refundOrder(context, payments, { orderId, reason: null });
  if (to === 'Cancelled') await cancelOrder(context, payments, orderId);
}

/** Another pickup point for an order whose own has been closed. */
export async function choosePickUp(
  context: CallContext,
  { orderId, pickupPointId }: { orderId: string; pickupPointId: number },
): Promise<void> {
  await context.transaction(async (tx) => {
    const { order, status } = await lockPlaced(tx, orderId, ownerOf(context));
    const point = await findPickUp(tx, pickupPointId);
    if (point === null) throw failures.notFound.because({ message: 'Такого пункта выдачи нет' });
    const old = order.pickupPointId === null ? null : await findPickUp(tx, order.pickupPointId);
    if (old === null || old.isActive || !mayChangePickUp(status)) throw orderPlaced.because();
    if (!point.isActive) throw pickUpClosed.because();
    await writePickUp(tx, orderId, point);
    noteForeign(context, order, { pickUpBefore: old.name, pickUp: point.name });
  });
}

const mostAtOnce = 50;

/**
 * Cancels orders whose 24 hours are over; the provider is asked about each first. Whoever has begun to pay meanwhile has got
 * more time.
 */
export async function cancelUnpaid(db: Database, payments: Pick<Payments, 'checkPayment'>): Promise<void> {
  for (const { id, payUntil } of await claimUnpaidOrders(db, mostAtOnce)) {
    await payments.checkPayment(id);
    await db.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      if (order === null || statusOf(order.status) !== 'AwaitingPayment') return;
      if (order.payUntil !== null && order.payUntil > payUntil) return;
      await cancelLocked(tx, order, { by: 'clock', userId: null, reason: null });
    });
  }
}
