import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** A requested refund of a whole order. */
export interface AskedRefund extends Record<string, unknown> {
  readonly orderId: string;
  readonly paymentId: string;
  /** Identifies the request: a new request, or a new lease of the background, has another value. */
  readonly lease: string;
  /** How often the background has repeated it. */
  readonly tries: number;
}

const ask = statement<Pick<AskedRefund, 'lease'>>(`
  update shop_order set refund_by = $2, refund_reason = $3, updated_at = clock_timestamp(), refund_tries = 0,
    refund_next_at = now() + interval '15 seconds'
  where id = $1 returning refund_next_at::text as lease`);

const end = statement('update shop_order set refund_next_at = null where id = $1 and refund_next_at is not null');

const endOwn = statement(
  'update shop_order set refund_next_at = null where id = $1 and refund_next_at = $2::timestamptz',
);

const stop = statement(`
  update shop_order set refund_next_at = 'infinity' where id = $1 and refund_next_at = $2::timestamptz`);

const resume = statement(`
  update shop_order set refund_next_at = now() where id = $1 and payment_id = $2 and refund_next_at = 'infinity'`);

const again = statement<AskedRefund>(`
  update shop_order set refund_tries = refund_tries + 1, refund_next_at = now() + interval '15 seconds'
  where id = $1 and refund_next_at = 'infinity'
  returning id as "orderId", payment_id as "paymentId", refund_next_at::text as lease, refund_tries as tries`);

const paidBy = statement<{ userId: string; paymentId: string | null }>(`
  select user_id as "userId", payment_id as "paymentId" from shop_order where id = $1 and status > 0`);

const underWay = statement<{ isUnderWay: boolean }>(`
  select o.refund_next_at is not null
    or exists (select from order_refund r where r.order_id = o.id and r.state = 'Wanted') as "isUnderWay"
  from shop_order o where o.id = $1`);

const claim = statement<AskedRefund>(`
  update shop_order set refund_tries = refund_tries + 1,
    refund_next_at = now() + least(600, 15 * 2 ^ least(refund_tries, 6)) * interval '1 second'
  where id in (
    select id from shop_order where refund_next_at <= now() order by refund_next_at limit $1 for update skip locked
  )
  returning id as "orderId", payment_id as "paymentId", refund_next_at::text as lease,
    refund_tries as tries`);

/** Stores, before the provider is asked, who requested the refund of a locked order, and why; returns the lease. */
export async function askRefund(
  tx: Tx,
  orderId: string,
  { userId, reason }: { readonly userId: string; readonly reason: string | null },
): Promise<string> {
  const [asked] = await tx.run(ask, [orderId, userId, reason]);
  if (asked === undefined) throw new Error(`the locked order ${orderId} does not exist`);
  return asked.lease;
}

/** Ends a refund that the provider refused for good, unless it was requested again or another process leases it now. */
export async function endAskedRefund(tx: Tx, { orderId, lease }: AskedRefund): Promise<void> {
  await tx.run(endOwn, [orderId, lease]);
}

/**
 * Ends the tries of a refund that is not booked after so many; staff see its payment flagged. The order stays locked, since the money may
 * have gone. Not if it was requested again or another process leases it now.
 */
export async function stopAskedRefund(db: Queryable, { orderId, lease }: AskedRefund): Promise<void> {
  await db.run(stop, [orderId, lease]);
}

/** Repeats the stopped refund of an order's payment, if there is one. */
export async function resumeAskedRefund(
  tx: Tx,
  { orderId, paymentId }: Pick<AskedRefund, 'orderId' | 'paymentId'>,
): Promise<void> {
  await tx.run(resume, [orderId, paymentId]);
}

/** Who has placed an order, and the payment that has paid for it (null: none); null: there is no such order. */
export async function readPaid(
  db: Queryable,
  orderId: string,
): Promise<{ readonly userId: string; readonly paymentId: string | null } | null> {
  return (await db.run(paidBy, [orderId]))[0] ?? null;
}

/** Leases the stopped refund of a locked order for one more try; null: there is none. */
export async function claimStoppedRefund(tx: Tx, orderId: string): Promise<AskedRefund | null> {
  return (await tx.run(again, [orderId]))[0] ?? null;
}

/** Ends the requested refund of a locked order after its money was refunded. */
export async function endRefund(tx: Tx, orderId: string): Promise<void> {
  await tx.run(end, [orderId]);
}

/** Whether a refund of a locked order, whole or of lines, awaits the provider's answer. */
export async function isRefundUnderWay(tx: Tx, orderId: string): Promise<boolean> {
  return (await tx.run(underWay, [orderId]))[0]?.isUnderWay ?? false;
}

/** Leases orders whose refund must be repeated at the provider, after a growing pause of at most 10 minutes. */
export async function claimAskedRefunds(db: Queryable, most: number): Promise<AskedRefund[]> {
  return db.run(claim, [most]);
}
