import { z } from 'zod';
import { creatorUnavailable, donationsDisabled } from '#app/donations/donation-failures.ts';
import { amountNotTaken, otherPaymentOpen, paymentProviderUnavailable } from '#app/payments/payment-failures.ts';
import { chosenSystem, payerOfPayment } from '#app/payments/payment-wire.ts';
import { get, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine, seenText } from '#base/calls/text-wire.ts';
import {
  basketChanged,
  basketFull,
  membersOnly,
  orderPlaced,
  outOfStock,
  pickUpClosed,
  priceChanged,
  productUnavailable,
  tooManyUnpaid,
  wrongSize,
  wrongTransition,
} from './order-failures.ts';
import { pickupPointId } from './order-inputs.ts';
import { linesMost } from './order-limits.ts';
import { maybeOrderId, order, orderLine } from './order-shapes.ts';
import { promoCodeOver, promoCodeSpent, promoCodeUnknown } from './promo-codes/promo-code-failures.ts';
import { promoCodeInput } from './promo-codes.calls.ts';

const address = seenText().min(5).max(500);

/** The lines that the buyer was shown: only the lines in which `items` differ from them are changed. */
const seen = z.array(orderLine).max(linesMost).optional();

/** The calls from the first item in the basket to the payment. */
export const buyingCalls = {
  /**
   * The open basket with the prices of now and each item's state, or an Order with the zero id and no items (docs/rules.md#basket). Money in main units.
   */
  basket: get('Order/GetUserBasket', {
    summary: 'The own open basket',
    access: 'user',
    answer: order,
    errors: [],
  }),
  /**
   * With an `orderId` it replaces the basket's items; without one (an id that contains `00000000` counts as none) it adds the items to the open
   * basket, which is created when there is none. Lines of the same product, size and colour are merged, up to 99 of each. `address` and
   * `pickupPointId` exclude each other and are stored as in Update. It is always the caller's own basket, and the answer. `seen` beside an
   * `orderId`: as in Update. 404: no such basket or product; 409 `OrderPlaced`, `BasketFull`, `ProductUnavailable` (`details.lines`: new items
   * that are no longer sold; nothing is added), `WrongSize` (the same for a size or colour that the product does not have)
   * (docs/rules.md#basket).
   */
  createOrder: post('Order/CreateOrder', {
    summary: 'Put items into the basket',
    access: 'user',
    body: z.strictObject({
      items: z.array(orderLine).max(linesMost),
      seen,
      orderId: maybeOrderId,
      address: address.nullish(),
      pickupPointId: pickupPointId.nullish(),
    }),
    answer: order,
    errors: [failures.notFound, orderPlaced, basketFull, productUnavailable, wrongSize],
    idempotent: true,
  }),
  /**
   * Changes the delivery or the items of an order that is still a basket. Omitted members stay as they are; choosing one delivery removes the
   * other. With `seen`, the lines that the buyer was shown, only the lines in which `items` differ from them are changed, so that two devices do
   * not overwrite each other; without it `items` replace all lines. Answers the basket. 400: both deliveries, or a pickup point that is not open;
   * 404: no such basket, or another user's; 409 `OrderPlaced`, `BasketFull`, `ProductUnavailable`, `WrongSize` as in CreateOrder. Moderators may
   * change any basket; that is audited (docs/rules.md#basket).
   */
  updateOrder: put('Order/Update', {
    summary: 'Change the basket',
    access: 'user',
    body: z.strictObject({
      orderId: wireId,
      address: address.nullish(),
      pickupPointId: pickupPointId.nullish(),
      items: z.array(orderLine).max(linesMost).optional(),
      seen,
    }),
    answer: order,
    errors: [failures.notFound, orderPlaced, basketFull, productUnavailable, wrongSize],
    audited: 'noted',
  }),
  /**
   * Places the order and opens its payment: the browser sends the card to `paymentUrl` (docs/rules.md#payment-gateway). The pieces are reserved
   * for 24 hours. Called again for an order that awaits payment, it answers the open payment, or opens another when that one failed; the donation
   * then stays as it was, and who receives the order is whom this call names. `expectedTotal`: the price of items and delivery less the discount that the buyer was shown, in main units; `promoCode`: taken off the items; one that takes
   * nothing off is not used; `version`: of the basket that the
   * buyer was shown, 409 `BasketChanged` when its items or delivery differ now; left out, that of the basket that this session was last
   * shown; null: the order as it was placed; `amount`: the charge, including the donation. 400: no delivery,
   * no items, an invalid phone, or a donation outside the limits; 409 `PriceChanged` (`details.total`), `OutOfStock`, `ProductUnavailable` and `MembersOnly` (`details.lines`), `PickUpClosed`,
   * `WrongTransition` (paid or cancelled), `TooManyUnpaid`, `OtherPaymentOpen`, `AmountNotTaken` (by the chosen system), `CreatorUnavailable`, `DonationsDisabled`, and the failures of PromoCode;
   * 429 after too many refused cards (docs/rules.md#orders).
   */
  pay: post('Order/CreateOrderPayment', {
    summary: 'Place an order and open its payment',
    access: 'user',
    body: z.strictObject({
      orderId: wireId,
      recipientName: seenLine().min(1).max(120),
      recipientPhone: z.string().max(40),
      version: z.string().max(64).nullish(),
      expectedTotal: money.refine((total) => total >= 0, { error: 'Сумма не бывает меньше нуля' }),
      promoCode: promoCodeInput.nullish(),
      donation: z
        .strictObject({
          projectId: wireId,
          amount: money,
          name: seenLine().nullish(),
          message: seenText().nullish(),
          isAnonymous: z.boolean().nullish(),
        })
        .nullish(),
      system: chosenSystem,
    }),
    freeTexts: ['donation.name', 'donation.message'],
    answer: z.object({
      paymentId: wireId,
      paymentUrl: z.string(),
      amount: money,
      expiresAt: z.iso.datetime(),
      payer: payerOfPayment,
    }),
    errors: [
      failures.notFound,
      basketChanged,
      priceChanged,
      outOfStock,
      productUnavailable,
      membersOnly,
      pickUpClosed,
      wrongTransition,
      orderPlaced,
      otherPaymentOpen,
      amountNotTaken,
      creatorUnavailable,
      donationsDisabled,
      promoCodeUnknown,
      promoCodeOver,
      promoCodeSpent,
      failures.tooManyRequests,
      paymentProviderUnavailable,
      tooManyUnpaid,
    ],
    idempotent: true,
    transaction: 'own',
  }),
};
