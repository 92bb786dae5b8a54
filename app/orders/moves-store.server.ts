import type { PickUp } from '#app/delivery/delivery.server.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { readDays, talliesByDay } from '#base/db/hour-tally.server.ts';
import { numberOf, type OrderStatus } from './order-status.ts';
import { takenPieces } from './taken-stock.ts';

/** Who changes an order's status, and why. */
export interface Mover {
  readonly by: 'buyer' | 'staff' | 'payment' | 'clock';
  readonly userId: string | null;
  readonly reason: string | null;
}

/** A line of an order, as the ledger needs it. Amounts in minor units. */
export interface SoldLine extends Record<string, unknown> {
  readonly productId: string;
  readonly sellerId: string;
  readonly quantity: number;
  readonly price: number;
  readonly discount: number;
  readonly commission: number;
}

interface TakenLine extends SoldLine {
  readonly sizeId: number | null;
  readonly colorId: number | null;
  /** Pieces that came from stock. */
  readonly taken: number;
}

const move = statement(`
  with moved as (
    update shop_order set
      status = $2, updated_at = clock_timestamp(), payment_id = coalesce($3, payment_id)
    where id = $1
    returning id
  )
  insert into order_step (order_id, status, by, user_id, reason) select id, $2, $4, $5, $6 from moved`);

const sold = statement<TakenLine>(`
  select product_id as "productId", size_id as "sizeId", color_id as "colorId", seller_id as "sellerId", quantity, price, discount,
    commission, ${takenPieces('order_line')} as taken
  from order_line where order_id = $1 order by id`);

const changePickUp = statement(`
  update shop_order set pickup_point_id = $2, pickup = $3, updated_at = clock_timestamp() where id = $1`);

const requestCancel = statement(`
  update shop_order set cancel_by = $2, pay_until = now() + interval '5 seconds', updated_at = clock_timestamp()
  where id = $1 and status = 1 and cancel_by is null`);

const claimUnpaid = statement<{ id: string; payUntil: Date }>(`
  update shop_order set
    pay_until = now() + case when cancel_by is null then interval '1 minute' else interval '20 seconds' end
  where id in (
    select id from shop_order where status = 1 and pay_until < now() order by pay_until limit $1 for update skip locked
  )
  returning id, pay_until as "payUntil"`);

const used = statement<{ isUsed: boolean }>(`
  select exists (select from shop_order where pickup_point_id = $1) as "isUsed"`);

const counts = statement<{ status: number; total: number }>(`
  select status, sum(total)::bigint as total from order_count group by status`);

const paidByDay = talliesByDay(
  ['order'],
  `select 'order', s.at, 1, o.total from split join order_step s on s.status = ${numberOf('Paid')}
     and s.at >= split.hour and s.at < split.hour + interval '1 hour'
   join shop_order o on o.id = s.order_id`,
);

const usedImages = statement<{ image: string }>(`
  select distinct image from order_line where image = any ($1::text[])`);

/** Changes the status of a locked order and adds a step to its history. */
export async function moveOrder(
  tx: Tx,
  orderId: string,
  to: OrderStatus,
  mover: Mover & { paymentId?: string },
): Promise<void> {
  const { by, userId, reason, paymentId = null } = mover;
  await tx.run(move, [orderId, numberOf(to), paymentId, by, userId, reason]);
}

export async function readSold(db: Queryable, orderId: string): Promise<TakenLine[]> {
  return db.run(sold, [orderId]);
}

/** Stores who asked to cancel an unpaid order, until it is known whether it was paid. */
export async function noteCancelling(tx: Tx, orderId: string, userId: string): Promise<void> {
  await tx.run(requestCancel, [orderId, userId]);
}

export async function writePickUp(tx: Tx, orderId: string, pickup: PickUp): Promise<void> {
  await tx.run(changePickUp, [orderId, pickup.id, JSON.stringify(pickup)]);
}

/** Leases unpaid orders that are overdue or whose cancellation was requested: no other process claims them meanwhile. */
export async function claimUnpaidOrders(db: Queryable, most: number): Promise<{ id: string; payUntil: Date }[]> {
  return db.run(claimUnpaid, [most]);
}

/** Whether any order or basket refers to the pickup point. */
export async function isPickUpUsed(db: Queryable, pickupPointId: number): Promise<boolean> {
  return (await db.run(used, [pickupPointId]))[0]?.isUsed ?? false;
}

/** The number of orders of each status, from the stored counts. */
export async function readCounts(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const rows = await db.run(counts, []);
  return new Map(rows.map(({ status, total }) => [status, total]));
}

/**
 * Paid orders by the day (`2026-01-31`) of the payment in a time zone; `from` and `to` are beginnings of days. Amounts in minor
 * units.
 */
export async function readPaidByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  return readDays(db, paidByDay, asked);
}

/** The pictures among `names` that placed orders show. */
export async function readUsedImages(db: Queryable, names: readonly string[]): Promise<string[]> {
  return (await db.run(usedImages, [names])).map(({ image }) => image);
}
