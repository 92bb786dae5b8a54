import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** A payment that arrived too late to buy anything and must be refunded. */
export interface LatePayment extends Record<string, unknown> {
  readonly orderId: string;
  readonly paymentId: string;
  /** The lease: only the worker of the newest try decides. */
  readonly tries: number;
}

const add = statement(`
  insert into order_late_payment (payment_id, order_id, amount, next_try_at)
  values ($1, $2, $3, now() + interval '15 seconds') on conflict (payment_id) do nothing`);

const close = statement<{ paymentId: string }>(`
  update order_late_payment set returned_at = now() where payment_id = $1 and returned_at is null
  returning payment_id as "paymentId"`);

const isLate = statement('select from order_late_payment where payment_id = $1');

const claim = statement<LatePayment>(`
  update order_late_payment set tries = tries + 1,
    next_try_at = now() + least(3600, 60 * 2 ^ least(tries, 6)) * interval '1 second'
  where payment_id in (
    select payment_id from order_late_payment where returned_at is null and next_try_at <= now()
    order by next_try_at limit $1 for update skip locked
  )
  returning order_id as "orderId", payment_id as "paymentId", tries`);

const stop = statement(`
  update order_late_payment set next_try_at = 'infinity' where payment_id = $1 and tries = $2 and returned_at is null`);

/** Stores a late payment. The caller tries the refund first, so the background waits 15 seconds. */
export async function insertLatePayment(
  tx: Tx,
  latePayment: { paymentId: string; orderId: string; amount: number },
): Promise<void> {
  await tx.run(add, [latePayment.paymentId, latePayment.orderId, latePayment.amount]);
}

/** Whether a payment is a late one. */
export async function isLatePayment(tx: Tx, paymentId: string): Promise<boolean> {
  return (await tx.run(isLate, [paymentId])).length > 0;
}

/**
 * Marks a late payment as refunded; returns whether it was one. No lease decides this: its payment is moved to refunded once, whoever
 * learns of it.
 */
export async function returnLatePayment(tx: Tx, paymentId: string): Promise<boolean> {
  return (await tx.run(close, [paymentId])).length > 0;
}

/** Leases late payments that must be refunded, the longest waiting first. They are due again after a growing pause of at most an hour. */
export async function claimLatePayments(db: Queryable, most: number): Promise<LatePayment[]> {
  return db.run(claim, [most]);
}

/** Leaves a late payment to the staff, who return it at the provider. Ends the tries unless another worker has begun one since. */
export async function stopReturning(db: Queryable, { paymentId, tries }: LatePayment): Promise<void> {
  await db.run(stop, [paymentId, tries]);
}
