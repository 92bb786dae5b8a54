import type { PickUp } from '#app/delivery/delivery.server.ts';
import type { DeliveryQuote } from '#app/delivery/delivery-rates.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { LineCopy } from '../order/order-row-store.server.ts';

/** An order whose row is locked. Amounts in minor units. */
export interface LockedOrder extends Record<string, unknown> {
  readonly id: string;
  readonly userId: string;
  readonly status: number;
  readonly number: string | null;
  readonly address: string | null;
  readonly pickupPointId: number | null;
  /** With the delivery, without a donation. */
  readonly total: number | null;
  readonly deliveryPrice: number;
  readonly promoCode: string | null;
  readonly donationId: string | null;
  readonly donationAmount: number;
  readonly paymentId: string | null;
  /** Of the gift by which somebody else has paid for it; null: its buyer pays. */
  readonly giftId: string | null;
  readonly payUntil: Date | null;
  readonly refundBy: string | null;
  readonly refundReason: string | null;
  /** A refund of the whole order awaits the provider's answer. */
  readonly isRefunding: boolean;
  /** Who asked to cancel it once it is known to be unpaid. */
  readonly cancelBy: string | null;
}

/** A line of a basket that becomes part of a placed order. */
export interface PlacingLine extends LineCopy {
  readonly lineId: number;
  /** The pieces that were taken from stock. */
  readonly taken: number;
}

/** The data with which a basket is placed. */
export interface Placement {
  readonly orderId: string;
  readonly userId: string;
  readonly recipientName: string;
  readonly recipientPhone: string;
  readonly pickup: PickUp | null;
  readonly delivery: DeliveryQuote;
  readonly promoCode: string | null;
  readonly total: number;
  readonly donationId: string | null;
  readonly donationAmount: number;
  readonly lines: readonly PlacingLine[];
}

const lock = statement<LockedOrder>(`
  select id, user_id as "userId", status, number, address, pickup_point_id as "pickupPointId", total, delivery_price as "deliveryPrice",
    promo_code as "promoCode",
    donation_id as "donationId", donation_amount as "donationAmount", payment_id as "paymentId", gift_id as "giftId", pay_until as "payUntil",
    refund_by as "refundBy", refund_reason as "refundReason",
    refund_next_at is not null as "isRefunding",
    cancel_by as "cancelBy"
  from shop_order where id = $1 for update`);

const place = statement<{ number: string }>(`
  with placed as (
    update shop_order set
      status = 1, number = order_number(), placed_at = clock_timestamp(), updated_at = clock_timestamp(),
      pay_until = clock_timestamp() + interval '24 hours', recipient_name = $3, recipient_phone = $4, pickup = $5,
      total = $6, donation_id = $7, donation_amount = $8, item_names = $9, delivery_price = $11, delivery_from = $12, delivery_to = $13,
      promo_code = $14
    where id = $1 and status = 0
    returning id, number, placed_at
  ), copied as (
    update order_line l set
      name = one.name, image = one.image, category_name = one."categoryName", description = one.description,
      seller_id = one."sellerId", seller_user_name = one."sellerUserName", seller_name = one."sellerName",
      size_name = one."sizeName", color_name = one."colorName", price = one.price, discount = one.discount, commission = one.commission,
      taken = one.taken
    from placed, jsonb_to_recordset($10::jsonb) as one (
      "lineId" bigint, name text, image text, "categoryName" text, description text, "sellerId" uuid,
      "sellerUserName" text, "sellerName" text, "sizeName" text, "colorName" text, price bigint, discount bigint, commission bigint, taken smallint)
    where l.order_id = placed.id and l.id = one."lineId"
    returning l.seller_id
  ), sold as (
    insert into order_seller (seller_id, placed_at, order_id)
    select distinct copied.seller_id, placed.placed_at, placed.id from copied, placed
  ), step as (
    insert into order_step (order_id, status, by, user_id) select id, 1, 'buyer', $2 from placed
  )
  select number from placed`);

const unpaid = statement<{ count: number }>(`
  select count(*)::int as count from shop_order
  where user_id = $1 and status = 1 and placed_at > now() - interval '2 days'`);

const recipient = statement(`
  update shop_order set recipient_name = $2, recipient_phone = $3, updated_at = clock_timestamp() where id = $1`);

/**
 * Runs in the statement that writes the order's payment: a buyer who has begun to pay gets the time to finish, but pieces are not reserved for
 * much longer than a day.
 */
export const payingUpdate = `
  update shop_order set
    pay_until = greatest(pay_until, least(now() + interval '20 minutes', placed_at + interval '25 hours'))
  where id = ($1::jsonb ->> 'orderId')::uuid and status = 1 and cancel_by is null
  returning id`;

/** Locks an order; null when it does not exist. */
export async function lockOrder(tx: Tx, orderId: string): Promise<LockedOrder | null> {
  return (await tx.run(lock, [orderId]))[0] ?? null;
}

/** The number of a person's orders that await payment. */
export async function countUnpaid(tx: Tx, userId: string): Promise<number> {
  return (await tx.run(unpaid, [userId]))[0]?.count ?? 0;
}

/** Places a locked basket as an order and returns its number. */
export async function placeOrder(tx: Tx, placement: Placement): Promise<string> {
  const { orderId, userId, recipientName, recipientPhone, pickup, delivery, lines } = placement;
  const { total, donationId, donationAmount, promoCode } = placement;
  const names = lines.map(({ name }) => name).join(' ');
  const [placed] = await tx.run(place, [
    orderId,
    userId,
    recipientName,
    recipientPhone,
    pickup && JSON.stringify(pickup),
    total,
    donationId,
    donationAmount,
    names,
    JSON.stringify(lines),
    delivery.price,
    delivery.from,
    delivery.to,
    promoCode,
  ]);
  if (placed === undefined) throw new Error('a basket that was locked cannot be placed');
  return placed.number;
}

export async function writeRecipient(
  db: Queryable,
  orderId: string,
  { name, phone }: { name: string; phone: string },
): Promise<void> {
  await db.run(recipient, [orderId, name, phone]);
}
