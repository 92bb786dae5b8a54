import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { takenPieces } from '../taken-stock.ts';
import type { BackPieces, BoughtLine } from './refund-rules.ts';

/** A refund of pieces of an order. Amounts in minor units. */
export interface OrderRefund extends Record<string, unknown> {
  readonly id: string;
  readonly orderId: string;
  readonly by: string | null;
  readonly reason: string | null;
  readonly amount: number;
  readonly returnsStock: boolean;
  readonly state: 'Wanted' | 'Done' | 'Refused';
}

/** The refunded pieces of a line. Amounts in minor units. */
export interface RefundedLine extends Record<string, unknown> {
  readonly productId: string;
  readonly sellerId: string;
  readonly quantity: number;
  readonly amount: number;
  readonly commission: number;
  readonly taken: number;
}

const columns = `id, order_id as "orderId", by, reason, amount, returns_stock as "returnsStock", state`;

const bought = statement<BoughtLine & Record<string, unknown>>(`
  select l.id as "lineId", l.product_id as "productId", l.size_id as "sizeId", l.color_id as "colorId", l.quantity, l.price, l.discount, l.commission,
    coalesce(back.quantity, 0)::int as "backQuantity", coalesce(back.amount, 0)::bigint as "backAmount", coalesce(back.commission, 0)::bigint as "backCommission",
    ${takenPieces('l')} as taken
  from order_line l left join lateral (
    select sum(b.quantity) as quantity, sum(b.amount) as amount, sum(b.commission) as commission
    from order_refund_line b join order_refund r on r.id = b.refund_id where b.line_id = l.id and r.state <> 'Refused'
  ) back on true
  where l.order_id = $1 order by l.id`);

const ofOthers = statement<{ lineId: number; quantity: number }>(`
  select b.line_id as "lineId", sum(b.quantity)::int as quantity
  from order_refund_line b join order_refund r on r.id = b.refund_id
  where r.order_id = $1 and r.state <> 'Refused' and r.by is distinct from $2 group by b.line_id`);

const insert = statement(`
  with refund as (
    insert into order_refund (id, order_id, by, reason, amount, returns_stock) values ($1, $2, $3, $4, $5, $6) returning id
  )
  insert into order_refund_line (refund_id, line_id, quantity, amount, commission)
  select refund.id, one."lineId", one.quantity, one.amount, one.commission
  from refund, jsonb_to_recordset($7::jsonb) as one ("lineId" bigint, quantity smallint, amount bigint, commission bigint)`);

const insertByProvider = statement(`
  with refund as (
    insert into order_refund (id, order_id, amount, returns_stock, state, decided_at)
    values ($1, $2, $3, false, 'Done', clock_timestamp()) returning order_id
  )
  update shop_order set updated_at = clock_timestamp() from refund where id = refund.order_id`);

const byId = statement<OrderRefund>(`select ${columns} from order_refund where id = $1`);

const ofOrder = statement<OrderRefund>(`
  select ${columns} from order_refund where order_id = $1 and state <> 'Refused' order by created_at, id`);

const linesOf = statement<RefundedLine>(`
  select l.product_id as "productId", l.seller_id as "sellerId", b.quantity, b.amount, b.commission, ${takenPieces('l')} as taken
  from order_refund_line b join order_line l on l.id = b.line_id where b.refund_id = $1 order by l.id`);

const decide = statement(`
  with decided as (
    update order_refund set state = $2, decided_at = clock_timestamp() where id = $1 returning order_id
  )
  update shop_order set updated_at = clock_timestamp() from decided where id = decided.order_id`);

/** The lines of an order with the pieces refunded so far; to be read under the order's lock. */
export async function readBought(db: Queryable, orderId: string): Promise<BoughtLine[]> {
  return db.run(bought, [orderId]);
}

/** The lines of an order as a member of the staff has left them: without what others have refunded. */
export async function readAsLeftBy(db: Queryable, orderId: string, userId: string, lines: readonly BoughtLine[]) {
  const others = new Map((await db.run(ofOthers, [orderId, userId])).map((row) => [row.lineId, row.quantity]));
  return lines.map(({ lineId, productId, sizeId, colorId, quantity, backQuantity }) => {
    const left = quantity - backQuantity + (others.get(lineId) ?? 0);
    return { productId, sizeId, colorId, quantity: left };
  });
}

/** Stores a refund of pieces. */
export async function insertRefund(
  tx: Tx,
  refund: Omit<OrderRefund, 'state'>,
  pieces: readonly BackPieces[],
): Promise<void> {
  const { id, orderId, by, reason, amount, returnsStock } = refund;
  await tx.run(insert, [id, orderId, by, reason, amount, returnsStock, JSON.stringify(pieces)]);
}

/** Stores a refund that the provider made on its own; it is not known for which pieces. */
export async function insertProviderRefund(
  tx: Tx,
  { id, orderId, amount }: Pick<OrderRefund, 'id' | 'orderId' | 'amount'>,
): Promise<void> {
  await tx.run(insertByProvider, [id, orderId, amount]);
}

export async function readRefund(db: Queryable, id: string): Promise<OrderRefund | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

/** The refunds of an order that are done or unanswered, the oldest first. */
export async function readRefunds(db: Queryable, orderId: string): Promise<OrderRefund[]> {
  return db.run(ofOrder, [orderId]);
}

export async function readRefundLines(db: Queryable, refundId: string): Promise<RefundedLine[]> {
  return db.run(linesOf, [refundId]);
}

export async function decideRefund(tx: Tx, id: string, state: 'Done' | 'Refused'): Promise<void> {
  await tx.run(decide, [id, state]);
}
