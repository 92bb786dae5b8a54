import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { type CustomerRow, customerColumns, customerJoin } from '../order/order-row-store.server.ts';
import { linesMost, quantityMost } from '../order-limits.ts';
import type { Line } from './merge-lines.ts';

/** A line of an open basket. */
export interface BasketLine extends Line {
  readonly lineId: number;
}

/** The lines and the delivery of a basket, or of the order placed from it. */
export interface BasketContents {
  readonly address: string | null;
  readonly pickupPointId: number | null;
  readonly lines: readonly Line[];
}

/** An open basket and its owner. */
export interface BasketRow extends CustomerRow, BasketContents {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The version that the asking session was last shown; null: none. */
  readonly seenVersion: string | null;
  /** What its owner gets off the things of sellers as their member, in per cent by the seller; nothing for others. */
  readonly memberPercents: Readonly<Record<string, number>>;
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
  /** The ids of the new lines. */
  readonly added: ReadonlySet<number>;
}

/** The lines to write: all lines of the basket, or those that changed, with quantity 0 for removed ones. */
export interface LineChange {
  readonly lines: readonly Line[];
  readonly isAll: boolean;
}

/** The chosen delivery; undefined leaves it unchanged. */
export interface DeliveryChoice {
  readonly address?: string | null | undefined;
  readonly pickupPointId?: number | null | undefined;
}

const given = `unnest($2::uuid[], $3::int[], $4::int[], $5::smallint[])
  as given (product_id, size_id, color_id, quantity)`;

// `xmax` is 0 for an inserted row; a row that existed was locked for its update.
const writtenLine = `line.id as "lineId", line.xmax = 0 as "isNew"`;

/** Creates the basket if there is none and locks it, so that several tabs write one after another. */
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

const dropLines = `
  delete from order_line line
  where line.order_id = (select id from shop_order where id = $1 and user_id = $6 and status = 0)`;
const sameLine = `given.product_id = line.product_id and given.size_id is not distinct from line.size_id
        and given.color_id is not distinct from line.color_id`;

const dropOthers = statement(`${dropLines}
    and not exists (select from ${given} where ${sameLine} and given.quantity > 0)`);

const dropGone = statement(`${dropLines}
    and exists (select from ${given} where ${sameLine} and given.quantity = 0)`);

const put = statement<WrittenLine>(`
  with basket as (
    update shop_order set updated_at = clock_timestamp() where id = $1 and user_id = $6 and status = 0 returning id
  )
  insert into order_line as line (order_id, product_id, size_id, color_id, quantity)
  select basket.id, given.product_id, given.size_id, given.color_id, given.quantity from basket, ${given}
  where given.quantity > 0
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
    o.updated_at as "updatedAt", seen.version as "seenVersion", coalesce((
      select json_agg(json_build_object('lineId', l.id, 'productId', l.product_id, 'sizeId', l.size_id,
        'colorId', l.color_id, 'quantity', l.quantity) order by l.id)
      from order_line l where l.order_id = o.id
    ), '[]'::json) as lines, coalesce((
      select json_object_agg(d.seller_id, d.percent) from member_discount d where d.person_id = o.user_id
    ), '{}'::json) as "memberPercents"
  from shop_order o ${customerJoin}
  left join basket_seen seen on seen.session_id = $2 and seen.order_id = o.id
  where o.user_id = $1 and o.status = 0`);

const noteSeen = statement(`
  insert into basket_seen (session_id, order_id, version)
  select $1::uuid, id, $3::text from shop_order where id = $2 for key share
  on conflict (session_id, order_id) do update set version = excluded.version`);

const dropSeen = statement('delete from basket_seen where order_id = $1');

const seenOf = statement<{ version: string }>(
  'select version from basket_seen where session_id = $1 and order_id = $2',
);

const linesOf = statement<Line & Record<string, unknown>>(`
  select product_id as "productId", size_id as "sizeId", color_id as "colorId", quantity from order_line where order_id = $1`);

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

/** A buyer, or one of the staff, who asks for a basket. */
export interface BasketReader {
  readonly userId: string;
  /** Null for a program, which is shown no basket. */
  readonly sessionId: string | null;
}

/** The person's open basket, or null; `sessionId`: of the session that asks for it. */
export async function readBasket(db: Queryable, { userId, sessionId }: BasketReader): Promise<BasketRow | null> {
  return (await db.run(basketOf, [userId, sessionId]))[0] ?? null;
}

/** Stores which version of a basket a session is shown. */
export async function writeSeen(db: Queryable, sessionId: string, orderId: string, version: string): Promise<void> {
  await db.run(noteSeen, [sessionId, orderId, version]);
}

/** Forgets how sessions were shown a basket, when the order placed from it changes: from now on the order is meant. */
export async function forgetSeen(tx: Tx, orderId: string): Promise<void> {
  await tx.run(dropSeen, [orderId]);
}

/** The version of a basket that a session was last shown; null where it was not shown this one. */
export async function readSeen(db: Queryable, sessionId: string, orderId: string): Promise<string | null> {
  return (await db.run(seenOf, [sessionId, orderId]))[0]?.version ?? null;
}

/** The lines of an order, placed or not. */
export async function readLines(db: Queryable, orderId: string): Promise<Line[]> {
  return db.run(linesOf, [orderId]);
}

/** The owner of an order; null when it does not exist. */
export async function readOwner(db: Queryable, orderId: string): Promise<string | null> {
  return (await db.run(owner, [orderId]))[0]?.userId ?? null;
}

/** A person as the buyer of an order. */
export async function readCustomer(db: Queryable, userId: string): Promise<CustomerRow> {
  const [row] = await db.run(customer, [userId]);
  if (row === undefined) throw new Error(`the person ${userId} does not exist`);
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
 * Adds merged lines to the person's basket, which is created if there is none, and returns it. The statements are sent in one batch. Throws
 * the error of the foreign key when a product is unknown.
 */
export async function addToBasket(
  tx: Tx,
  reader: BasketReader,
  lines: readonly Line[],
  delivery: DeliveryChoice,
): Promise<ChangedBasket> {
  const { userId } = reader;
  const [written, , basket] = await Promise.all([
    tx.run(add, [userId, ...columnsOf(lines)]),
    chooseDelivery(tx, userId, delivery),
    readBasket(tx, reader),
  ]);
  return { basket, added: newOf(written) };
}

/** Locks an order and returns its status; null when it is not the person's own. */
async function lockOwn(tx: Tx, orderId: string, userId: string): Promise<number | null> {
  return (await tx.run(lock, [orderId, userId]))[0]?.status ?? null;
}

/**
 * Changes the lines of the person's basket, if some are given, and its delivery. Returns the status that the order had and the basket after
 * the change. Status null: not the person's order; above 0: it is no longer a basket. The caller then rolls back.
 */
export async function changeBasket(
  tx: Tx,
  where: BasketReader & { readonly orderId: string },
  change: LineChange | undefined,
  delivery: DeliveryChoice,
): Promise<ChangedBasket & { status: number | null }> {
  const { orderId, userId } = where;
  const columns = change === undefined ? null : [orderId, ...columnsOf(change.lines), userId];
  // The lock waits for other tabs, so that the statements after it see what they have written.
  const locked = lockOwn(tx, orderId, userId);
  const [status, , written, , basket] = await Promise.all([
    locked,
    columns && tx.run(change?.isAll ? dropOthers : dropGone, columns),
    columns && tx.run(put, columns),
    chooseDelivery(tx, userId, delivery),
    readBasket(tx, where),
  ]);
  return { status, basket, added: newOf(written ?? []) };
}

/** Whether a basket holds more than it may. */
export function isTooFull({ lines }: BasketRow): boolean {
  return lines.length > linesMost;
}
