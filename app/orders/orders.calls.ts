import { z } from 'zod';
import { get, nothing, page, paging, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { buyingCalls } from './buying.calls.ts';
import { orderPlaced, paymentUnknown, pickUpClosed, wrongTransition } from './order-failures.ts';
import { byId, filters, pickupPointId } from './order-inputs.ts';
import { order, orderPayment } from './order-shapes.ts';
import { promoCodesCalls } from './promo-codes.calls.ts';
import { staffOrdersCalls } from './staff-orders.calls.ts';

/** All calls on orders (docs/rules.md#orders). */
export const ordersCalls = {
  ...buyingCalls,
  ...staffOrdersCalls,
  ...promoCodesCalls,
  /** A user's orders without the basket, newest first; the caller's own without `userId`. 404: another user's, except for moderators; an unknown user. */
  ofUser: get('Order/UserOders', {
    summary: "A user's orders",
    access: 'user',
    query: z.object({ userId: wireId.optional(), ...paging(12) }),
    answer: page(order),
    errors: [failures.notFound],
  }),
  /** One order with its history: the caller's own, or any for a moderator. 404: unknown, or another user's (docs/rules.md#orders). */
  order: get('Order/Order', {
    summary: 'An order',
    access: 'user',
    query: byId,
    answer: order,
    errors: [failures.notFound],
  }),
  /**
   * The caller's own orders, whatever `UserId` says; all for moderators. Newest first, without baskets. `Search`: a part of the number, also
   * as it is shown («Заказ № 27622781»); for moderators also of the recipient's or the buyer's names or phone, a product or the address.
   * `UserName`: a part of the buyer's user name, names or phone; `BrandUserName`: of a seller's, hidden names for moderators only. `From` and
   * `To` limit when the order was placed (docs/rules.md#wire). Text is matched literally (docs/rules.md#orders).
   */
  orders: get('Order/Orders', {
    summary: 'Orders',
    access: 'user',
    query: z.object({ ...filters, ...paging(12) }),
    answer: page(order),
    errors: [],
  }),
  /**
   * Cancels an order that awaits payment and returns its pieces to stock. A payment that still arrives is refunded. Moderators may cancel any
   * order; that is audited. 404; 409 `WrongTransition`; 409 `PaymentUnknown`: the provider cannot say whether the open payment is paid. The
   * order is cancelled (`isCancelling`) once it says that it is not, and stays paid otherwise.
   */
  cancel: post('Order/Cancel', {
    summary: 'Cancel an unpaid order',
    access: 'user',
    transaction: 'own',
    query: byId,
    answer: nothing,
    errors: [failures.notFound, wrongTransition, paymentUnknown],
    audited: 'noted',
  }),
  /**
   * The status of an order and of its payment; the provider is asked while the payment is not final. `isChecked`, `isRefused`: as in `ProjectPay/Status`.
   * 404: unknown, or another user's.
   */
  payment: get('Order/Payment', {
    summary: "The state of an order's payment",
    access: 'user',
    query: byId,
    answer: z.object({
      orderId: wireId,
      status: z.int(),
      payment: orderPayment.nullable(),
      isChecked: z.boolean(),
      isRefused: z.boolean().optional(),
    }),
    errors: [failures.notFound],
  }),
  /**
   * Chooses another pickup point for an order whose point was closed, before it has arrived (status 1..4). 404: unknown or another user's order,
   * or an unknown point; 409 `PickUpClosed`: the new point is closed too; `OrderPlaced`: the old one is open. Moderators may choose for any
   * order; that is audited.
   */
  choosePickUp: put('Order/ChoosePickUp', {
    summary: 'Choose another pickup point where the old one was closed',
    access: 'user',
    body: z.strictObject({ orderId: wireId, pickupPointId }),
    answer: order,
    errors: [failures.notFound, pickUpClosed, orderPlaced],
    audited: 'noted',
  }),
};
