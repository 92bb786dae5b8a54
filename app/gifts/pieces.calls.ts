import { z } from 'zod';
import { stagedCreator } from '#app/creators/creators.calls.ts';
import { donationWords, openedDonation, openingErrors } from '#app/donations/donations.calls.ts';
import { drawsOff } from '#app/draws/draw-failures.ts';
import { priceChanged } from '#app/memberships/membership-failures.ts';
import { instant } from '#app/memberships/membership-shapes.ts';
import { dictionaryId } from '#app/merch/merch-shapes.ts';
import { pickUpClosed, wrongSize } from '#app/orders/order-failures.ts';
import { pickupPointId } from '#app/orders/order-inputs.ts';
import { chosenSystem } from '#app/payments/payment-wire.ts';
import { get, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine } from '#base/calls/text-wire.ts';
import { notGiven, nothingToOrder, ownProduct, piecesShort } from './gift-failures.ts';
import { giftLimits } from './gift-rules.ts';
import { pieceTerms, shownGift } from './gift-shapes.ts';

/** Pieces of merch that donors give to viewers (docs/rules.md#merch-for-the-chat). Entering, taking and the page are those of `Membership/Gifted`. */
export const piecesCalls = {
  /** 404: no such product, or its creator is blocked (docs/rules.md#merch-for-the-chat). */
  terms: get('Gift/Terms', {
    summary: 'What giving pieces of a product to viewers needs',
    access: 'guest',
    query: z.object({ productId: wireId }),
    answer: pieceTerms,
    errors: [failures.notFound],
  }),
  /**
   * Begins to give pieces of a product to the viewers of its creator, with one donation of `pieces` times `price` and `delivery`, which are those that
   * were shown; answers what `ProjectPay/Create` does. 400 in `fields.pieces`: the sum is outside the limits of a donation. 404: no such product, or
   * its creator is blocked; 409 `PriceChanged` (`details.price`, `details.delivery`), `OutOfStock` (`details.left`), `NotGiven` (`details.refusal`: as
   * in `Gift/Terms`), `OwnProduct`, `DrawsOff`, and those of `ProjectPay/Create` (docs/rules.md#merch-for-the-chat).
   */
  givePieces: post('Gift/Pieces', {
    summary: 'Give pieces of merch to viewers',
    access: 'user',
    body: z.strictObject({
      productId: wireId,
      pieces: z.int().min(1).max(giftLimits.pieces),
      price: money,
      delivery: money,
      ...donationWords,
      system: chosenSystem,
    }),
    freeTexts: ['name', 'message'],
    answer: openedDonation,
    errors: [...openingErrors, priceChanged, piecesShort, notGiven, ownProduct, drawsOff],
    idempotent: true,
    transaction: 'own',
  }),
  /**
   * Chooses the size, colour and pickup point of the piece that the caller got: an order with nothing to pay, in the status `Paid`. Repeated it answers the
   * same order. 400 in `fields.recipientPhone`: it is no number; 404 as `Membership/Gifted`; 409 `NothingToOrder`: nothing was got, or it has lapsed or was withdrawn;
   * `WrongSize`: no such size or colour; `PickUpClosed` (docs/rules.md#merch-for-the-chat).
   */
  orderPiece: post('Gift/Order', {
    summary: 'Order the piece that was got',
    access: 'user',
    body: z.strictObject({
      giftId: wireId,
      sizeId: dictionaryId.nullable(),
      colorId: dictionaryId.nullable(),
      pickupPointId,
      recipientName: seenLine().min(1).max(120),
      recipientPhone: z.string().max(40),
    }),
    answer: z.object({ orderId: wireId, number: z.string() }),
    errors: [failures.notFound, nothingToOrder, wrongSize, pickUpClosed],
    idempotent: true,
  }),
  /** The pieces that the caller got and has not ordered yet, the ones that lapse first at the beginning, at most 50 (docs/rules.md#merch-for-the-chat). */
  wonPieces: get('Gift/Won', {
    summary: 'Own pieces that are not ordered yet',
    access: 'user',
    query: z.object({}),
    answer: z.array(
      z.object({
        giftId: wireId,
        productName: z.string(),
        imageUrl: z.string().nullable(),
        creator: stagedCreator,
        until: instant,
      }),
    ),
    errors: [],
  }),
  /** The gifts of both kinds that viewers of a creator may get now, newest first, at most 20. 404: no such creator (docs/rules.md#merch-for-the-chat). */
  announcedGifts: get('Gift/Announced', {
    summary: 'Gifts for the viewers of a creator',
    access: 'guest',
    query: z.object({ userName: z.string().max(100) }),
    answer: z.object({ creator: stagedCreator, gifts: z.array(shownGift) }),
    errors: [failures.notFound],
  }),
};
