import { type Queryable, statement, type Tx } from '#base/db.server.ts';
import { talliesByDay } from '#base/hour-tally.server.ts';
import type { PickUp } from '../delivery/delivery.server.ts';
import { numberOf, type OrderStatus } from './order-status.ts';

/** Who moves an order, and why. */
export interface Mover {
  readonly by: 'buyer' | 'staff' | 'payment' | 'clock';
  readonly userId: string | null;
  readonly reason: string | null;
}

/** What was bought, as the ledger and the stock need it. Amounts in minor units. */
export interface SoldLine extends Record<string, unknown> {
  readonly productId: string;
  readonly sellerId: string;
  readonly quantity: number;
  readonly price: number;
  readonly commission: number;
}

const move = statement(`
  with moved as (
    update shop_order set
      status = $2, updated_at = clock_timestamp(), payment_id = coalesce($3, payment_id)
    where id = $1
    returning id
  )
  insert into order_step (order_id, status, by, user_id, reason) select id, $2, $4, $5, $6 from moved`);

const sold = statement<SoldLine>(`
  select product_id as "productId", seller_id as "sellerId", quantity, price, commission
  from order_line where order_id = $1 order by id`);

const wantRefund = statement(`update shop_order set refund_by = $2, refund_reason = $3 where id = $1`);

const changePickUp = statement(`
  update shop_order set pickup_point_id = $2, pickup = $3, updated_at = clock_timestamp() where id = $1`);

const claimUnpaid = statement<{ id: string; payUntil: Date }>(`
  update shop_order set pay_until = now() + interval '1 minute'
  where id in (
    select id from shop_order where status = 1 and pay_until < now() order by pay_until limit $1 for update skip locked
  )
  returning id, pay_until as "payUntil"`);

/** A payment that bought nothing and has to go back. */
export interface Stray extends Record<string, unknown> {
  readonly orderId: string;
  readonly paymentId: string;
}

const addStray = statement<{ paymentId: string }>(`
  insert into order_stray_payment (payment_id, order_id, amount) values ($1, $2, $3)
  on conflict (payment_id) do nothing returning payment_id as "paymentId"`);

const closeStray = statement<{ paymentId: string }>(`
  update order_stray_payment set returned_at = now() where payment_id = $1 and returned_at is null
  returning payment_id as "paymentId"`);

const strays = statement<Stray>(`
  select order_id as "orderId", payment_id as "paymentId" from order_stray_payment where returned_at is null order by created_at limit $1`);

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

/** Puts a locked order into a state and writes it into its history. */
export async function moveOrder(
  tx: Tx,
  orderId: string,
  to: OrderStatus,
  mover: Mover & { paymentId?: string },
): Promise<void> {
  const { by, userId, reason, paymentId = null } = mover;
  await tx.run(move, [orderId, numberOf(to), paymentId, by, userId, reason]);
}

export async function readSold(db: Queryable, orderId: string): Promise<SoldLine[]> {
  return db.run(sold, [orderId]);
}

/** Keeps who wants the money of an order given back, and why, until the provider has done so. */
export async function noteRefund(
  tx: Tx,
  orderId: string,
  { userId, reason }: Pick<Mover, 'userId' | 'reason'>,
): Promise<void> {
  await tx.run(wantRefund, [orderId, userId, reason]);
}

export async function writePickUp(tx: Tx, orderId: string, pickup: PickUp): Promise<void> {
  await tx.run(changePickUp, [orderId, pickup.id, JSON.stringify(pickup)]);
}

/** Takes orders whose time to be paid is over, for a minute: no other process looks at them meanwhile. */
export async function claimUnpaidOrders(db: Queryable, most: number): Promise<{ id: string; payUntil: Date }[]> {
  return db.run(claimUnpaid, [most]);
}

/** Notes a payment that nothing is bought with. */
export async function insertStray(
  tx: Tx,
  stray: { paymentId: string; orderId: string; amount: number },
): Promise<void> {
  await tx.run(addStray, [stray.paymentId, stray.orderId, stray.amount]);
}

/** Notes that such a payment has gone back; answers whether it was one. */
export async function returnStray(tx: Tx, paymentId: string): Promise<boolean> {
  return (await tx.run(closeStray, [paymentId])).length > 0;
}

/** The orders of payments that are still to go back. */
export function readStrays(db: Queryable, most: number): Promise<Stray[]> {
  return db.run(strays, [most]);
}

/** Whether any order or basket refers to the pickup point. */
export async function isPointUsed(db: Queryable, pickupPointId: number): Promise<boolean> {
  return (await db.run(used, [pickupPointId]))[0]?.isUsed ?? false;
}

/** How many orders are in each state, by its number; from the kept counts. */
export async function readCounts(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const rows = await db.run(counts, []);
  return new Map(rows.map(({ status, total }) => [status, total]));
}

/**
 * Orders that were paid, by the day (`2026-01-31`) of the payment in a time zone; `from` and `to`: beginnings of days. Amounts in
 * minor units.
 */
export async function readPaidByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  return db.run(paidByDay, [asked.from, asked.to, asked.timeZone]);
}

/** Which of some pictures placed orders show. */
export async function readUsedImages(db: Queryable, names: readonly string[]): Promise<string[]> {
  return (await db.run(usedImages, [names])).map(({ image }) => image);
}
