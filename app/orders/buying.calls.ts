import { z } from 'zod';
import { get, post, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { money } from '#base/money-wire.ts';
import { creatorUnavailable, donationsDisabled } from '../donations/donation-failures.ts';
import { otherPaymentOpen, paymentProviderUnavailable } from '../payments/payment-failures.ts';
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
import { pickupPointId } from './order-inputs.ts';
import { linesMost } from './order-limits.ts';
import { maybeOrderId, order, orderLine } from './order-shapes.ts';

const address = z.string().trim().min(5).max(500);

/** From the first item in the basket to the payment. */
export const buyingCalls = {
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
   * `address` and `pickupPointId` exclude each other; given, they are kept as Update does. Always one's own basket. Answers it.
   * 404: no such basket or product; 409 `OrderPlaced`, `BasketFull`, `ProductUnavailable` (`details.lines`: what is not sold any
   * more and has not been in the basket before; nothing is put in) (contract, section 10; specification, point 7).
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
    errors: [failures.notFound, orderPlaced, basketFull, productUnavailable],
    idempotent: true,
  }),
  /**
   * Changes the delivery or the items of an order that is still a basket; what is left out stays, choosing one delivery takes
   * the other one off. Answers the basket. 400: both deliveries, or a pickup point that is not open; 404: no such basket,
   * also another's; 409 `OrderPlaced`, `BasketFull`, `ProductUnavailable` as CreateOrder does. Moderators change anybody's, and
   * that is on record (contract, section 10).
   */
  updateOrder: put('Order/Update', {
    summary: 'Change the basket',
    access: 'user',
    body: z.strictObject({
      orderId: wireId,
      address: address.nullish(),
      pickupPointId: pickupPointId.nullish(),
      items: z.array(orderLine).max(linesMost).optional(),
    }),
    answer: order,
    errors: [failures.notFound, orderPlaced, basketFull, productUnavailable],
    audited: 'noted',
  }),
  /**
   * Places the order and opens its payment: the browser sends the card to `paymentUrl` (contract, section 12). The pieces are
   * kept for 24 hours. Called again for an order that awaits its payment it hands out the open payment, or opens another
   * where that one failed; the gift then stays as it was. `expectedTotal`: what the buyer was shown for the items, in main
   * units; `amount`: what is charged, a gift included. 400: no delivery, no items, a bad phone, or a gift beyond the
   * limits; 409 `PriceChanged` (`details.total`), `OutOfStock` and `ProductUnavailable` (`details.lines`), `PickUpClosed`,
   * `WrongTransition` (paid or cancelled), `TooManyUnpaid`, `OtherPaymentOpen`, `CreatorUnavailable`, `DonationsDisabled`;
   * 429 after too many refused cards (contract, section 10).
   */
  pay: post('Order/CreateOrderPayment', {
    summary: 'Place an order and open its payment',
    access: 'user',
    body: z.strictObject({
      orderId: wireId,
      recipientName: z.string().trim().min(1).max(120),
      recipientPhone: z.string().max(40),
      expectedTotal: money.refine((total) => total >= 0, { error: 'Сумма не бывает меньше нуля' }),
      gift: z
        .strictObject({
          projectId: wireId,
          amount: money,
          name: z.string().nullish(),
          message: z.string().nullish(),
          isAnonymous: z.boolean().nullish(),
        })
        .nullish(),
    }),
    freeTexts: ['gift.name', 'gift.message'],
    answer: z.object({
      paymentId: wireId,
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
      failures.tooManyRequests,
      paymentProviderUnavailable,
      tooManyUnpaid,
    ],
    idempotent: true,
    transaction: 'own',
  }),
};
