import { findPickUp } from '#app/delivery/delivery-store.server.ts';
import { lockProjectTotal } from '#app/donations/donations-store.server.ts';
import { type Quote, quoteLines } from '#app/merch/merch.server.ts';
import { type GivenOrder, numberOfOrder } from '#app/orders/given-orders.server.ts';
import { pickUpClosed, wrongSize } from '#app/orders/order-failures.ts';
import type { QuoteDelivery } from '#app/orders/quote-delivery.server.ts';
import { recipientOf } from '#app/orders/recipient.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { outdateCached } from '#base/events/cache-tags.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import type { GiftDeps } from '../drawing/draw-gift.server.ts';
import { lockPaidGift } from '../drawing/paid-gift.server.ts';
import { giftTag } from '../drawing/show-gift-change.server.ts';
import { type GiftRow, saveGift } from '../gift/gift-store.server.ts';
import { readWin, writeOrder } from '../gift/pieces-store.server.ts';
import { seenGift } from '../gift/seen-gift.server.ts';
import { nothingToOrder } from '../gift-failures.ts';
import type { giftsCalls } from '../gifts.calls.ts';

export interface OrderingDeps extends Pick<GiftDeps, 'clock'> {
  /** Matches a normalised phone of the country. */
  readonly phonePattern: RegExp;
  readonly quoteDelivery: QuoteDelivery;
  /** Places an order that is paid already. */
  readonly placeGiven: (tx: Tx, order: GivenOrder) => Promise<{ readonly orderId: string; readonly number: string }>;
}

type Chosen = CallInput<typeof giftsCalls.orderPiece>['body'];

/** The piece as it was chosen. A product that is not sold any more, or out of stock, is still given: the piece was reserved. */
async function quoted(tx: Tx, { productId }: GiftRow, { sizeId, colorId }: Chosen): Promise<Quote> {
  if (productId === null) throw nothingToOrder();
  const [quote] = await quoteLines(tx, [{ productId, sizeId, colorId }]);
  if (!quote?.fits) throw wrongSize({ details: { lines: [{ productId, sizeId, colorId, state: 'wrongChoice' }] } });
  return quote;
}

/** The open pickup point, and the days of the delivery there. It costs the creator what it costs now, at most what the donor has paid for it. */
async function deliveryTo(tx: Tx, { quoteDelivery }: OrderingDeps, gift: GiftRow, pickupPointId: number) {
  const pickup = await findPickUp(tx, pickupPointId);
  if (!pickup?.isActive) throw pickUpClosed();
  const point = { way: 'pickUp', pickupPointId, regionId: pickup.regionId } as const;
  const { price, from, to } = await quoteDelivery(tx, point, minor(gift.price));
  const most: Minor = minor(gift.delivery ?? 0);
  return { pickup, delivery: { price: price < most ? price : most, from, to } };
}

/** Orders the piece that the caller got. */
export async function orderPiece(deps: OrderingDeps, body: Chosen, context: CallContext) {
  const { clock, phonePattern, placeGiven } = deps;
  const { giftId, sizeId, colorId } = body;
  const { userId } = callerOf(context);
  const recipient = recipientOf(body, phonePattern);
  return context.transaction(async (tx) => {
    // Waits for payments and refunds, as the drawing does.
    await lockProjectTotal(tx, giftId);
    const now = await clock(tx);
    const { gift } = await seenGift({ db: tx }, await lockPaidGift(tx, giftId, now));
    const win = await readWin(tx, giftId, userId);
    if (win?.orderId != null) return { orderId: win.orderId, number: await numberOfOrder(tx, win.orderId) };
    const isLost = win === null || win.withdrawnAt !== null || win.lapsedAt !== null;
    if (isLost || win.chooseUntil === null || win.chooseUntil <= now) throw nothingToOrder();
    const quote = await quoted(tx, gift, body);
    const { pickup, delivery } = await deliveryTo(tx, deps, gift, body.pickupPointId);
    const isCounted = gift.stocked > 0;
    const price = minor(gift.price);
    const chosen = { giftId, userId, quote, sizeId, colorId, price, isCounted, pickup, recipient, delivery };
    const placed = await placeGiven(tx, chosen);
    await writeOrder(tx, giftId, { place: win.place, orderId: placed.orderId });
    await saveGift(tx, { ...gift, stocked: isCounted ? gift.stocked - 1 : 0 });
    await outdateCached(tx, [giftTag(giftId)]);
    return placed;
  });
}
