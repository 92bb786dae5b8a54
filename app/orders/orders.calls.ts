import { z } from 'zod';
import { get, nothing, page, paging, post, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { buyingCalls } from './buying.calls.ts';
import { orderPlaced, pickUpClosed, wrongTransition } from './order-failures.ts';
import { byId, filters, pickupPointId } from './order-inputs.ts';
import { order, orderPayment } from './order-shapes.ts';
import { staffOrdersCalls } from './staff-orders.calls.ts';

/** All calls of contract section 10. */
export const ordersCalls = {
  ...buyingCalls,
  ...staffOrdersCalls,
  /** A user's orders without the basket, newest first; one's own where no `userId` is given. 404: another's, for all but moderators; nobody's. */
  ofUser: get('Order/UserOders', {
    summary: "A user's orders",
    access: 'user',
    query: z.object({ userId: wireId.optional(), ...paging(12) }),
    answer: page(order),
    errors: [failures.notFound],
  }),
  /** One order, with its history; one's own, or any for a moderator. 404 for a stranger too (contract, section 10). */
  order: get('Order/Order', {
    summary: 'An order',
    access: 'user',
    query: byId,
    answer: order,
    errors: [failures.notFound],
  }),
  /**
   * One's own orders, whatever `UserId` says; all for moderators. Newest first, without baskets. `Search`: a part of the
   * number, also as it is shown («Заказ № 27622781»), for moderators also of the recipient's name or phone, of a product or of the
   * address; `UserName`: of the buyer's, `BrandUserName`: of a seller's user name or names, hidden ones for moderators alone; `From` (inclusive) and `To` (exclusive; a day is meant whole) limit when the
   * order was placed. Everything is matched literally (contract, section 10).
   */
  orders: get('Order/Orders', {
    summary: 'Orders',
    access: 'user',
    query: z.object({ ...filters, ...paging(12) }),
    answer: page(order),
    errors: [],
  }),
  /**
   * Cancels an order that awaits its payment: the pieces return. A payment that still arrives is given back. Moderators cancel
   * anybody's, and that is on record. 404; 409 `WrongTransition`.
   */
  cancel: post('Order/Cancel', {
    summary: 'Cancel an unpaid order',
    access: 'user',
    transaction: 'own',
    query: byId,
    answer: nothing,
    errors: [failures.notFound, wrongTransition],
    audited: 'noted',
  }),
  /**
   * The state of an order and of its payment; the provider is asked where it is not final. `isChecked`: as in `ProjectPay/Status`. 404 for
   * a stranger too.
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
    }),
    errors: [failures.notFound],
  }),
  /**
   * Another pickup point for an order whose own has been closed, while it has not arrived (status 1..4). 404 for a stranger
   * too, or no such point; 409 `PickUpClosed`: the new one is closed too; `OrderPlaced`: the old one is open. Moderators choose for
   * anybody, and that is on record.
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
