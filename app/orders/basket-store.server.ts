import { type Queryable, statement, type Tx } from '#base/db.server.ts';
import { type CustomerRow, customerColumns, customerJoin } from './customer-columns.server.ts';
import type { Line } from './merge-lines.ts';
import { linesMost, quantityMost } from './order-limits.ts';

/** A line of an open basket. */
export interface BasketLine extends Line {
  readonly lineId: number;
}

/** An open basket and whose it is. */
export interface BasketRow extends CustomerRow {
  readonly id: string;
  readonly address: string | null;
  readonly pickupPointId: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lines: readonly BasketLine[];
}

/** A line that was written. */
interface WrittenLine extends Record<string, unknown> {
  readonly lineId: number;
  readonly isNew: boolean;
}

/** A basket after a change. */
export interface ChangedBasket {
  readonly basket: BasketRow | null;
  /** The ids of the lines that it had not before. */
  readonly added: ReadonlySet<number>;
}

/** What is chosen for the way of an order; undefined leaves it as it is. */
export interface DeliveryChoice {
  readonly address?: string | null | undefined;
  readonly pickupPointId?: number | null | undefined;
}

const given = `unnest($2::uuid[], $3::int[], $4::int[], $5::smallint[])
  as given (product_id, size_id, color_id, quantity)`;

// A row that has just been made has never been locked by anybody, one that was there has been, for its update.
const writtenLine = `line.id as "lineId", line.xmax = 0 as "isNew"`;

/** Makes the basket where there is none and locks it: of several tabs one writes at a time, each after the other's commit. */
const add = statement<WrittenLine>(`
  with basket as (
    insert into shop_order (user_id) values ($1)
    on conflict (user_id) where status = 0 do update set updated_at = clock_timestamp()
    returning id
  )
  insert into order_line as line (order_id, product_id, size_id, color_id, quantity)
  select basket.id, given.product_id, given.size_id, given.color_id, given.quantity from basket, ${given}
  on conflict (order_id, product_id, size_id, color_id)
    do update set quantity = least(${quantityMost}, line.quantity + excluded.quantity)
  returning ${writtenLine}`);

const lock = statement<{ status: number }>(`select status from shop_order where id = $1 and user_id = $2 for update`);

const drop = statement(`
  delete from order_line line
  where line.order_id = (select id from shop_order where id = $1 and user_id = $6 and status = 0)
    and not exists (
      select from ${given}
      where given.product_id = line.product_id and given.size_id is not distinct from line.size_id
        and given.color_id is not distinct from line.color_id and given.quantity > 0)`);

const put = statement<WrittenLine>(`
  with basket as (
    update shop_order set updated_at = clock_timestamp() where id = $1 and user_id = $6 and status = 0 returning id
  )
  insert into order_line as line (order_id, product_id, size_id, color_id, quantity)
  select basket.id, given.product_id, given.size_id, given.color_id, given.quantity from basket, ${given}
  on conflict (order_id, product_id, size_id, color_id) do update set quantity = excluded.quantity
  returning ${writtenLine}`);

const choose = statement(`
  update shop_order set
    address = case when $2 then $3 when $4 and $5::int is not null then null else address end,
    pickup_point_id = case when $4 then $5::int when $2 and $3::text is not null then null else pickup_point_id end,
    updated_at = clock_timestamp()
  where user_id = $1 and status = 0`);

const basketOf = statement<BasketRow>(`
  select o.id, ${customerColumns}, o.address, o.pickup_point_id as "pickupPointId", o.created_at as "createdAt",
    o.updated_at as "updatedAt", coalesce((
      select json_agg(json_build_object('lineId', l.id, 'productId', l.product_id, 'sizeId', l.size_id,
        'colorId', l.color_id, 'quantity', l.quantity) order by l.id)
      from order_line l where l.order_id = o.id
    ), '[]'::json) as lines
  from shop_order o ${customerJoin} where o.user_id = $1 and o.status = 0`);

const owner = statement<{ userId: string }>(`select user_id as "userId" from shop_order where id = $1`);

const customer = statement<CustomerRow>(`
  select ${customerColumns} from (select $1::uuid as user_id) o ${customerJoin}`);

function columnsOf(lines: readonly Line[]) {
  return [
    lines.map(({ productId }) => productId),
    lines.map(({ sizeId }) => sizeId),
    lines.map(({ colorId }) => colorId),
    lines.map(({ quantity }) => quantity),
  ];
}

/** The person's open basket, or null. */
export async function readBasket(db: Queryable, userId: string): Promise<BasketRow | null> {
  return (await db.run(basketOf, [userId]))[0] ?? null;
}

/** Whose order it is; null where there is none. */
export async function readOwner(db: Queryable, orderId: string): Promise<string | null> {
  return (await db.run(owner, [orderId]))[0]?.userId ?? null;
}

/** Somebody as orders name their buyers. */
export async function readCustomer(db: Queryable, userId: string): Promise<CustomerRow> {
  const [row] = await db.run(customer, [userId]);
  if (row === undefined) throw new Error(`the person ${userId} is not there`);
  return row;
}

async function chooseDelivery(tx: Tx, userId: string, { address, pickupPointId }: DeliveryChoice): Promise<void> {
  if (address === undefined && pickupPointId === undefined) return;
  const values = [address !== undefined, address ?? null, pickupPointId !== undefined, pickupPointId ?? null];
  await tx.run(choose, [userId, ...values]);
}

const newOf = (written: readonly WrittenLine[]) =>
  new Set(written.flatMap(({ lineId, isNew }) => (isNew ? [lineId] : [])));

/**
 * Adds merged lines to the person's basket, which is made where there is none, and answers it. All of it goes out at once;
 * fails with a foreign key's error where a product is unknown.
 */
export async function addToBasket(
  tx: Tx,
  userId: string,
  lines: readonly Line[],
  delivery: DeliveryChoice,
): Promise<ChangedBasket> {
  const [written, , basket] = await Promise.all([
    tx.run(add, [userId, ...columnsOf(lines)]),
    chooseDelivery(tx, userId, delivery),
    readBasket(tx, userId),
  ]);
  return { basket, added: newOf(written) };
}

/** Locks an order of the person; its status, or null where it is not his. */
async function lockOwn(tx: Tx, orderId: string, userId: string): Promise<number | null> {
  return (await tx.run(lock, [orderId, userId]))[0]?.status ?? null;
}

/**
 * Replaces the lines of the person's basket, where some are given, and its delivery. Answers the status that the order had
 * (nothing is changed where it is no basket any more; null: not his) and the basket as it is now.
 */
export async function changeBasket(
  tx: Tx,
  where: { orderId: string; userId: string },
  lines: readonly Line[] | undefined,
  delivery: DeliveryChoice,
): Promise<ChangedBasket & { status: number | null }> {
  const { orderId, userId } = where;
  const columns = lines === undefined ? null : [orderId, ...columnsOf(lines), userId];
  // Waits for other tabs first; what follows sees what they have written.
  const locked = lockOwn(tx, orderId, userId);
  const [status, , written, , basket] = await Promise.all([
    locked,
    columns && tx.run(drop, columns),
    columns && tx.run(put, columns),
    chooseDelivery(tx, userId, delivery),
    readBasket(tx, userId),
  ]);
  return { status, basket, added: newOf(written ?? []) };
}

/** Whether a basket holds more than it may. */
export function isTooFull({ lines }: BasketRow): boolean {
  return lines.length > linesMost;
}
