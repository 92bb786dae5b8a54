import { z } from 'zod';
import { file, get, nothing, page, paging, post, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { money } from '#base/money-wire.ts';
import { creatorUnavailable, donationsDisabled } from '../donations/donation-failures.ts';
import { notPaid, otherPaymentOpen, paymentProviderUnavailable } from '../payments/payment-failures.ts';
import {
  basketFull,
  orderPlaced,
  outOfStock,
  pickUpClosed,
  priceChanged,
  productUnavailable,
  tooManyUnpaid,
  wrongTransition,
} from './order-failures.ts';
import { linesMost } from './order-limits.ts';
import { maybeOrderId, order, orderLine, orderPayment, statusInput } from './order-shapes.ts';

/** A day (UTC) or a moment. */
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine((text) => /^(?:19|20|21)\d\d-/.test(text), { error: 'Укажите год от 1900 до 2199' });

const search = z.string().max(100).optional();

const filters = {
  Status: statusInput.optional(),
  UserId: z.uuid().optional(),
  UserName: search,
  BrandUserName: search,
  Search: search,
  PickupPointId: z.int().positive().max(2_147_483_647).optional(),
  From: moment.optional(),
  To: moment.optional(),
};

const pickupPointId = z.int().positive().max(2_147_483_647);
const address = z.string().trim().min(5).max(500);
const reason = z.string().trim().min(1).max(500);
const byId = z.object({ orderId: z.uuid() });

/** What became of one of several orders that were to be moved. */
const bulkResult = z.object({
  orderId: z.uuid(),
  isMoved: z.boolean(),
  /** Why not: a failure's code and its Russian text. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export const ordersCalls = {
  /**
   * The open basket with the prices of now and each item's state, or an Order with the zero id and no items (contract,
   * section 10). Money in main units.
   */
  basket: get('Order/GetUserBasket', {
    summary: 'The own open basket',
    access: 'user',
    answer: order,
    errors: [],
  }),
  /**
   * With an `orderId` it replaces the basket's items; without one (an id holding `00000000` counts as none) the items are
   * added to the open basket, which is made where there is none. Equal product, size and colour are merged, up to 99 of each.
   * `address` and `pickupPointId` exclude each other; given, they are kept as Update does. Answers the basket. 404: no such
   * basket or product; 409 `OrderPlaced`, `BasketFull` (contract, section 10; specification, point 7).
   */
  createOrder: post('Order/CreateOrder', {
    summary: 'Put items into the basket',
    access: 'user',
    body: z.strictObject({
      items: z.array(orderLine).max(linesMost),
      orderId: maybeOrderId,
      address: address.nullish(),
      pickupPointId: pickupPointId.nullish(),
    }),
    answer: order,
    errors: [failures.notFound, orderPlaced, basketFull],
    idempotent: true,
  }),
  /**
   * Changes the delivery or the items of an order that is still a basket; what is left out stays, choosing one delivery takes
   * the other one off. Answers the basket. 400: both deliveries, or a pickup point that is not open; 404: no such basket,
   * also another's; 409 `OrderPlaced` (contract, section 10).
   */
  updateOrder: put('Order/Update', {
    summary: 'Change the basket',
    access: 'user',
    body: z.strictObject({
      orderId: z.uuid(),
      address: address.nullish(),
      pickupPointId: pickupPointId.nullish(),
      items: z.array(orderLine).max(linesMost).optional(),
    }),
    answer: order,
    errors: [failures.notFound, orderPlaced, basketFull],
  }),
  /**
   * Places the order and opens its payment: the browser sends the card to `paymentUrl` (contract, section 12). The pieces are
   * kept for 24 hours. Called again for an order that awaits its payment it hands out the open payment, or opens another
   * where that one failed; the gift then stays as it was. `expectedTotal`: what the buyer was shown for the items, in main
   * units; `amount`: what is charged, a gift included. 400: no delivery, no items, a bad phone, or a gift beyond the
   * limits; 409 `PriceChanged` (`details.total`), `OutOfStock` and `ProductUnavailable` (`details.lines`), `PickUpClosed`,
   * `WrongTransition` (paid or cancelled), `OtherPaymentOpen`, `CreatorUnavailable`, `DonationsDisabled` (contract, section 10).
   */
  pay: post('Order/CreateOrderPayment', {
    summary: 'Place an order and open its payment',
    access: 'user',
    body: z.strictObject({
      orderId: z.uuid(),
      recipientName: z.string().trim().min(1).max(120),
      recipientPhone: z.string().max(40),
      expectedTotal: money,
      gift: z
        .strictObject({
          projectId: z.uuid(),
          amount: money,
          name: z.string().nullish(),
          message: z.string().nullish(),
          isAnonymous: z.boolean().nullish(),
        })
        .nullish(),
    }),
    answer: z.object({
      paymentId: z.uuid(),
      paymentUrl: z.string(),
      amount: money,
      expiresAt: z.iso.datetime(),
    }),
    errors: [
      failures.notFound,
      priceChanged,
      outOfStock,
      productUnavailable,
      pickUpClosed,
      wrongTransition,
      orderPlaced,
      otherPaymentOpen,
      creatorUnavailable,
      donationsDisabled,
      paymentProviderUnavailable,
      tooManyUnpaid,
    ],
    idempotent: true,
    transaction: 'own',
  }),
  /** A user's orders without the basket, newest first; one's own where no `userId` is given. 404: another's, for all but moderators. */
  ofUser: get('Order/UserOders', {
    summary: "A user's orders",
    access: 'user',
    query: z.object({ userId: z.uuid().optional(), ...paging(12) }),
    answer: page(order),
    errors: [failures.notFound],
  }),
  /**
   * Moves an order on; `Refunded` gives the money back at the provider. 404; 409 `WrongTransition` where the table has no such
   * way, or only a payment goes it (contract, section 10).
   */
  changeStatus: put('Order/UserOders', {
    summary: "Change an order's status",
    access: 'moderator',
    body: z.strictObject({ orderId: z.uuid(), status: statusInput }),
    answer: nothing,
    errors: [failures.notFound, wrongTransition, notPaid, paymentProviderUnavailable],
    audited: true,
    transaction: 'own',
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
   * number, for moderators also of the recipient's name or phone, of a product or of the address; `UserName`: of the buyer's,
   * `BrandUserName`: of a seller's user name; `From` (inclusive) and `To` (exclusive; a day is meant whole) limit when the
   * order was placed. Everything is matched literally (contract, section 10).
   */
  orders: get('Order/Orders', {
    summary: 'Orders',
    access: 'user',
    query: z.object({ ...filters, ...paging(12) }),
    answer: page(order),
    errors: [],
  }),
  /** Cancels an order that awaits its payment: the pieces return. A payment that still arrives is given back. 404; 409 `WrongTransition`. */
  cancel: post('Order/Cancel', {
    summary: 'Cancel an unpaid order',
    access: 'user',
    query: byId,
    answer: nothing,
    errors: [failures.notFound, wrongTransition],
  }),
  /** The state of an order and of its payment; the provider is asked where it is not final. 404 for a stranger too. */
  payment: get('Order/Payment', {
    summary: "The state of an order's payment",
    access: 'user',
    query: byId,
    answer: z.object({
      orderId: z.uuid(),
      status: z.int(),
      payment: orderPayment.nullable(),
    }),
    errors: [failures.notFound],
  }),
  /**
   * Another pickup point for an order whose own has been closed, while it has not arrived (status 1..4). 404 for a stranger
   * too, or no such point; 409 `PickUpClosed`: the new one is closed too; `OrderPlaced`: the old one is open.
   */
  choosePickUp: put('Order/ChoosePickUp', {
    summary: 'Choose another pickup point where the old one was closed',
    access: 'user',
    body: z.strictObject({ orderId: z.uuid(), pickupPointId }),
    answer: order,
    errors: [failures.notFound, pickUpClosed, orderPlaced],
  }),
  /** Moves up to 100 orders, each on its own: what went wrong with one is told in its result. */
  bulkStatus: put('Order/BulkStatus', {
    summary: 'Change the status of several orders',
    access: 'moderator',
    body: z.strictObject({
      orderIds: z
        .array(z.uuid())
        .min(1)
        .max(100)
        .refine((ids) => new Set(ids).size === ids.length, { error: 'Заказ указан дважды' }),
      status: statusInput.refine((status) => status !== 'Refunded', { error: 'Деньги возвращаются по одному заказу' }),
    }),
    answer: z.object({ results: z.array(bulkResult) }),
    errors: [],
    audited: true,
    transaction: 'own',
  }),
  /** Gives all of an order's money back at the provider; the ledger reverses, a gift with it too. 404; 409 `WrongTransition`, `NotPaid`. */
  refund: post('Order/Refund', {
    summary: "Give an order's money back",
    access: 'moderator',
    body: z.strictObject({ orderId: z.uuid(), reason }),
    answer: nothing,
    errors: [failures.notFound, wrongTransition, notPaid, paymentProviderUnavailable],
    audited: true,
    transaction: 'own',
  }),
  /** The same orders as in the list, as CSV (RFC 4180, UTF-8 with BOM): a line for each item. Sent as it is read. */
  export: get('Order/Export', {
    summary: 'Orders as CSV',
    access: 'moderator',
    query: z.object(filters),
    answer: file,
    errors: [],
    form: 'file',
  }),
  /** The orders that are still to be handed out at a pickup point (status 1..5), newest first. */
  atPickUp: get('Order/AtPickUp', {
    summary: 'Open orders of a pickup point',
    access: 'moderator',
    query: z.object({ pickupPointId, ...paging(12) }),
    answer: page(order),
    errors: [],
  }),
};
