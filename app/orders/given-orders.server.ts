import type { PickUp } from '#app/delivery/delivery.server.ts';
import type { DeliveryQuote } from '#app/delivery/delivery-rates.ts';
import type { Quote } from '#app/merch/merch.server.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { type Minor, zero } from '#base/money/money.ts';
import { postGivenDelivery } from './delivery-money.server.ts';
import type { Recipient } from './recipient.server.ts';

/** An order of one piece that somebody else has paid for by a donation (docs/rules.md#merch-for-the-chat). */
export interface GivenOrder {
  readonly giftId: string;
  /** Who got the piece. */
  readonly userId: string;
  readonly quote: Quote;
  readonly sizeId: number | null;
  readonly colorId: number | null;
  /** Of the piece, when it was given. */
  readonly price: Minor;
  /** Whether the piece comes from stock. */
  readonly isCounted: boolean;
  readonly pickup: PickUp;
  readonly recipient: Recipient;
  /** The days of the delivery, and what it costs its seller. */
  readonly delivery: DeliveryQuote;
}

const place = statement<{ id: string; number: string }>(`
  with placed as (
    insert into shop_order (user_id, status, number, placed_at, pay_until, recipient_name, recipient_phone, pickup_point_id, pickup, total,
      item_names, delivery_from, delivery_to, gift_id)
    values ($1, 2, order_number(), clock_timestamp(), clock_timestamp(), $2, $3, $4, $5, 0, $6, $7, $8, $9)
    returning id, number, placed_at
  ), line as (
    insert into order_line (order_id, product_id, size_id, color_id, quantity, name, image, category_name, description, seller_id,
      seller_user_name, seller_name, size_name, color_name, price, discount, commission, taken, is_gifted)
    select placed.id, one."productId", $11, $12, 1, one.name, one.image, one."categoryName", one.description, one."sellerId",
      one."sellerUserName", one."sellerName", one."sizeName", one."colorName", $13, $13, 0, $14, true
    from placed, jsonb_to_record($10::jsonb) as one (
      "productId" uuid, name text, image text, "categoryName" text, description text, "sellerId" uuid, "sellerUserName" text,
      "sellerName" text, "sizeName" text, "colorName" text)
    returning seller_id
  ), sold as (
    insert into order_seller (seller_id, placed_at, order_id) select line.seller_id, placed.placed_at, placed.id from line, placed
  ), step as (
    insert into order_step (order_id, status, by, user_id) select id, 2, 'buyer', $1 from placed
  )
  select id, number from placed`);

const byId = statement<{ number: string }>('select number from shop_order where id = $1');

/** Places an order that is paid already, and moves what its delivery costs from its seller to the platform. */
export async function placeGivenOrder(
  tx: Tx,
  asked: GivenOrder,
): Promise<{ readonly orderId: string; readonly number: string }> {
  const { giftId, userId, quote, sizeId, colorId, price, isCounted, pickup, recipient, delivery } = asked;
  const { productId, name, imageUrl: image, categoryName, description, sizeName, colorName, seller } = quote;
  const { userId: sellerId, userName: sellerUserName, displayName: sellerName, accountId } = seller;
  const described = { productId, name, image, categoryName, description, sizeName, colorName };
  const copy = { ...described, sellerId, sellerUserName, sellerName };
  const order = [userId, recipient.name, recipient.phone, pickup.id, JSON.stringify(pickup), name];
  const line = [JSON.stringify(copy), sizeId, colorId, price, isCounted ? 1 : 0];
  const [placed] = await tx.run(place, [...order, delivery.from, delivery.to, giftId, ...line]);
  if (placed === undefined) throw new Error(`the piece of the gift ${giftId} was not ordered`);
  if (delivery.price > zero) await postGivenDelivery(tx, { orderId: placed.id, accountId, price: delivery.price });
  return { orderId: placed.id, number: placed.number };
}

/** The number of a placed order. */
export async function numberOfOrder(db: Queryable, orderId: string): Promise<string> {
  const [order] = await db.run(byId, [orderId]);
  if (order === undefined) throw new Error(`the order ${orderId} is not there`);
  return order.number;
}
