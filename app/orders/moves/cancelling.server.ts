import { returnStock } from '#app/merch/merch.server.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import { settleAll, throwFirst } from '#base/process/settle-all.ts';
import { lockPlaced, ownerOf } from '../checkout/placed-order.server.ts';
import { type LockedOrder, lockOrder } from '../checkout/placing-store.server.ts';
import { type MovedListener, moveAndAnnounce, unannounced } from '../moved-order.server.ts';
import { claimUnpaidOrders, type Mover, noteCancelling, readSold } from '../moves-store.server.ts';
import { wrongTransition } from '../order-failures.ts';
import { statusOf } from '../order-status.ts';
import { returnUse } from '../promo-codes/promo-codes-store.server.ts';
import { toStock } from '../taken-stock.ts';

type Asking = Pick<Payments, 'leavePayment' | 'readPayment'>;
type Checked = Awaited<ReturnType<Asking['leavePayment']>>;

/** How many orders the provider is asked about at once. */
export const askedAtOnce = 8;

/** Checks an order's payment; null when the provider has not answered by `answerBy`, in milliseconds since 1970. */
async function checkBy(payments: Asking, orderId: string, answerBy: number | null): Promise<Checked> {
  if (answerBy === null) return payments.leavePayment(orderId);
  const left = answerBy - Date.now();
  if (left <= 0) return null;
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, left, null);
  const asked = payments.leavePayment(orderId).finally(() => clearTimeout(timer));
  // A failure that comes too late is not needed any more.
  asked.catch(() => undefined);
  return Promise.race([asked, promise]);
}

/** Whether the status of the order's payment is certain: there is none, it is final, or the provider has just answered for this payment. */
async function isPaymentKnown(db: Queryable, payments: Asking, orderId: string, checked: Checked): Promise<boolean> {
  const now = await payments.readPayment(db, orderId);
  return now === null || now.isChecked || (now.paymentId === checked?.paymentId && checked.isChecked);
}

/** Cancels a locked order and returns its pieces to stock, and the use of its promo code. */
async function cancelLocked(
  tx: Tx,
  order: LockedOrder,
  { mover, announce }: { mover: Pick<Mover, 'by' | 'userId'>; announce: MovedListener },
): Promise<void> {
  await moveAndAnnounce(tx, order, { to: 'Cancelled', mover: { ...mover, reason: null }, announce });
  await returnStock(tx, toStock(await readSold(tx, order.id)));
  if (order.promoCode !== null) await returnUse(tx, order.id);
}

function moverOf(order: LockedOrder, userId: string): Pick<Mover, 'by' | 'userId'> {
  return { by: userId === order.userId ? 'buyer' : 'staff', userId };
}

interface Cancelling {
  readonly orderId: string;
  readonly answerBy: number | null;
  /** Writes the audit entry. */
  record(tx: Tx, done: { readonly order: LockedOrder; readonly isCancelled: boolean }): Promise<void>;
}

/**
 * Cancels an unpaid order of the caller. The provider is asked first. While it is unknown whether the order is paid, the request is only
 * stored and the answer is false; `cancelUnpaid` finishes it.
 */
export async function cancelOrder(
  context: CallContext,
  { payments, announce }: { payments: Asking; announce: MovedListener },
  { orderId, answerBy, record }: Cancelling,
): Promise<boolean> {
  const ownerId = ownerOf(context);
  const { userId } = callerOf(context);
  await context.transaction((tx) => lockPlaced(tx, orderId, ownerId));
  const checked = await checkBy(payments, orderId, answerBy);
  return context.transaction(async (tx) => {
    const { order, status } = await lockPlaced(tx, orderId, ownerId);
    if (status !== 'AwaitingPayment') throw wrongTransition();
    const isCancelled = await isPaymentKnown(tx, payments, orderId, checked);
    const mover = moverOf(order, userId);
    await (isCancelled ? cancelLocked(tx, order, { mover, announce }) : noteCancelling(tx, orderId, userId));
    await record(tx, { order, isCancelled });
    return isCancelled;
  });
}

/** The orders of one round. They are claimed a few at a time, because a lease of 20 seconds is too short for all of them. */
const mostInRound = 48;

async function cancelDue(
  db: Database,
  { payments, announce }: { payments: Asking; announce: MovedListener },
  { id, payUntil }: { id: string; payUntil: Date },
) {
  const checked = await payments.leavePayment(id);
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order === null || statusOf(order.status) !== 'AwaitingPayment') return;
    // Another lease: the buyer has begun to pay or cancel, or another process has claimed the order.
    if (order.payUntil?.getTime() !== payUntil.getTime()) return;
    if (!(await isPaymentKnown(tx, payments, id, checked))) return;
    const { cancelBy } = order;
    const mover = cancelBy === null ? ({ by: 'clock', userId: null } as const) : moverOf(order, cancelBy);
    await cancelLocked(tx, order, { mover, announce });
  });
}

/**
 * Cancels unpaid orders after 24 hours or when their cancellation was requested. The provider is asked about each first; an order whose
 * payment stays unknown waits for the next round. A failure of one order does not stop the others.
 */
export async function cancelUnpaid(db: Database, payments: Asking, announce = unannounced): Promise<void> {
  const results: PromiseSettledResult<void>[] = [];
  for (let asked = 0; asked < mostInRound; asked += askedAtOnce) {
    const due = await claimUnpaidOrders(db, askedAtOnce);
    results.push(...(await settleAll(due, askedAtOnce, (order) => cancelDue(db, { payments, announce }, order))));
    if (due.length < askedAtOnce) break;
  }
  throwFirst(results);
}
