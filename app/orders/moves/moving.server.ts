import { findPickUp } from '#app/delivery/delivery-store.server.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { forgetSeen } from '../basket/basket-store.server.ts';
import { lockPlaced, ownerOf } from '../checkout/placed-order.server.ts';
import { lockOrder } from '../checkout/placing-store.server.ts';
import { type MovedListener, moveAndAnnounce } from '../moved-order.server.ts';
import { writePickUp } from '../moves-store.server.ts';
import { orderPlaced, paymentUnknown, pickUpClosed, wrongTransition } from '../order-failures.ts';
import { type RecordMove, recordForeign } from '../order-record.server.ts';
import { deliveryKindOf, mayChangePickUp, type OrderStatus, staffSteps, statusOf } from '../order-status.ts';
import { refundOrder, refuseWhileRefunding } from '../refunds/refunding-orders.server.ts';
import { cancelOrder } from './cancelling.server.ts';

/** What moving an order needs. */
export interface MovingOptions {
  readonly payments: Payments;
  readonly announce: MovedListener;
}

/** Changes an order's status for staff; cancelling waits for the provider until `answerBy` at most. */
export async function changeStatus(
  context: CallContext,
  { payments, announce }: MovingOptions,
  asked: { orderId: string; status: OrderStatus; answerBy?: number; record: RecordMove },
): Promise<void> {
  const { orderId, status: to, answerBy = null, record } = asked;
  await context.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const status = order && statusOf(order.status);
    if (order === null || status === null) throw failures.notFound();
    if (!staffSteps(status, deliveryKindOf(order)).some((step) => step === to)) throw wrongTransition();
    if (to === 'Refunded' || to === 'Cancelled') return;
    await refuseWhileRefunding(tx, orderId);
    const mover = { by: 'staff', userId: callerOf(context).userId, reason: null } as const;
    await moveAndAnnounce(tx, order, { to, mover, announce });
    await record(tx, order);
  });
  // These two ask the provider first and have transactions of their own.
  if (to === 'Refunded') await refundOrder(context, payments, { orderId, reason: null, record, announce });
  if (to !== 'Cancelled') return;
  const isCancelled = await cancelOrder(
    context,
    { payments, announce },
    {
      orderId,
      answerBy,
      record: (tx, { order, isCancelled }) => record(tx, order, isCancelled ? {} : { isPaymentUnknown: true }),
    },
  );
  if (!isCancelled) throw paymentUnknown();
}

/** Chooses another pickup point for an order whose point was closed. */
export async function choosePickUp(
  context: CallContext,
  { orderId, pickupPointId }: { orderId: string; pickupPointId: number },
): Promise<void> {
  await context.transaction(async (tx) => {
    const { order, status } = await lockPlaced(tx, orderId, ownerOf(context));
    const point = await findPickUp(tx, pickupPointId);
    if (point === null) throw failures.notFound({ message: 'Такого пункта выдачи нет' });
    const old = order.pickupPointId === null ? null : await findPickUp(tx, order.pickupPointId);
    if (old === null || old.isActive || !mayChangePickUp(status)) throw orderPlaced();
    if (!point.isActive) throw pickUpClosed();
    await writePickUp(tx, orderId, point);
    await forgetSeen(tx, orderId);
    await recordForeign(tx, context, order, { pickUpBefore: old.name, pickUp: point.name });
  });
}
