import { requireMoneyAuthorityOver } from '#app/identity/authority.server.ts';
import { returnStock } from '#app/merch/merch.server.ts';
import { notPaid, paymentProviderUnavailable, refundRefused } from '#app/payments/payment-failures.ts';
import { mostRefundTries } from '#app/payments/payment-status.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import { settleAll, throwFirst } from '#base/process/settle-all.ts';
import { lockPlaced } from '../checkout/placed-order.server.ts';
import { type LockedOrder, lockOrder } from '../checkout/placing-store.server.ts';
import { reverseGivenDelivery } from '../delivery-money.server.ts';
import { type MovedListener, moveAndAnnounce } from '../moved-order.server.ts';
import { type Mover, readSold } from '../moves-store.server.ts';
import { refundNotStopped, refundPending, wrongTransition } from '../order-failures.ts';
import type { RecordMove } from '../order-record.server.ts';
import { deliveryKindOf, nextOf, returnsStockOnRefund, statusOf } from '../order-status.ts';
import { toStock } from '../taken-stock.ts';
import {
  type AskedRefund,
  askRefund,
  claimAskedRefunds,
  claimStoppedRefund,
  endAskedRefund,
  isRefundUnderWay,
  readPaid,
  stopAskedRefund,
} from './asked-refunds-store.server.ts';

type Refunding = Pick<Payments, 'refundPayment'>;

/** A refund that the provider has not answered goes on by itself. */
const notAnswered = 'Платёжная система не отвечает. Возврат записан: он пройдёт сам, как только она ответит';

/** Throws `RefundPending` while a refund of a locked order is unanswered: an order is not shipped and refunded at once. */
export async function refuseWhileRefunding(tx: Tx, orderId: string): Promise<void> {
  if (await isRefundUnderWay(tx, orderId)) throw refundPending();
}

/** Throws what the staff is to read where the provider does not answer; any other error as it is. */
function asStored(error: unknown): never {
  if (!paymentProviderUnavailable.is(error)) throw error;
  throw paymentProviderUnavailable({ message: notAnswered, retryAfter: 10 });
}

/** Asks the provider; the payment's owner moves the order after the refund. A final refusal leaves the order as it was. */
async function carryOut(db: Database, payments: Refunding, asked: AskedRefund): Promise<void> {
  const { orderId, paymentId, tries } = asked;
  try {
    const state = await payments.refundPayment(orderId, paymentId, { isLastTry: tries >= mostRefundTries });
    if (state === 'Stopped') await stopAskedRefund(db, asked);
  } catch (error) {
    if (!refundRefused.is(error)) throw error;
    await db.transaction(async (tx) => {
      await lockOrder(tx, orderId);
      await endAskedRefund(tx, asked);
    });
    throw error;
  }
}

/** Takes back an order that a gift has paid: there is no money to return, the piece and what its delivery has cost go back to the creator. */
async function refundGiven(
  tx: Tx,
  order: LockedOrder,
  { mover, announce }: { readonly mover: Mover; readonly announce: MovedListener },
): Promise<void> {
  const status = statusOf(order.status);
  await moveAndAnnounce(tx, order, { to: 'Refunded', mover, announce });
  if (status !== null && returnsStockOnRefund(status)) await returnStock(tx, toStock(await readSold(tx, order.id)));
  await reverseGivenDelivery(tx, order.id);
}

/** Refunds all that is left of an order's money. The request is stored first, so that another process can finish it. */
export async function refundOrder(
  context: CallContext,
  payments: Refunding,
  {
    orderId,
    reason,
    record,
    announce,
  }: { orderId: string; reason: string | null; record: RecordMove; announce: MovedListener },
): Promise<void> {
  const { userId } = callerOf(context);
  const asked = await context.transaction(async (tx) => {
    const { order, status } = await lockPlaced(tx, orderId, null);
    await requireMoneyAuthorityOver(context, order.userId, tx);
    // All pieces may have been refunded one by one; the donation that was paid with them stays.
    if (status === 'Refunded') {
      await record(tx, order);
      return null;
    }
    if (!nextOf(status, deliveryKindOf(order)).includes('Refunded')) throw wrongTransition();
    if (order.giftId !== null) {
      await refundGiven(tx, order, { mover: { by: 'staff', userId, reason }, announce });
      await record(tx, order);
      return null;
    }
    if (order.paymentId === null) throw notPaid();
    const lease = await askRefund(tx, orderId, { userId, reason });
    // From here on the money may be refunded, even if this process stops.
    await record(tx, order);
    return { orderId, paymentId: order.paymentId, lease, tries: 0 };
  });
  if (asked === null) return;
  await carryOut(context.database, payments, asked).catch(asStored);
}

/**
 * Asks the provider once more for the refunds of an order, whole or of pieces, whose tries have ended. What it does not make then stays
 * stopped, with its payment flagged.
 */
export async function retryRefund(
  context: CallContext,
  payments: Refunding & Pick<Payments, 'parts'>,
  { orderId, record }: { orderId: string; record: RecordMove },
): Promise<void> {
  const { whole, parts } = await context.transaction(async (tx) => {
    const paid = await readPaid(tx, orderId);
    if (paid === null) throw failures.notFound();
    await requireMoneyAuthorityOver(context, paid.userId, tx);
    // Before the order, as where a part is decided.
    const parts = paid.paymentId === null ? [] : await payments.parts.claimStopped(tx, paid.paymentId);
    const order = await lockOrder(tx, orderId);
    if (order === null) throw failures.notFound();
    const whole = await claimStoppedRefund(tx, orderId);
    if (whole === null && parts.length === 0) throw refundNotStopped();
    await record(tx, order);
    return { whole, parts };
  });
  if (whole !== null) await carryOut(context.database, payments, whole).catch(asStored);
  for (const id of parts) {
    if ((await payments.parts.carryOut(id)) === 'Refused') throw refundRefused();
  }
}

const askedAtOnce = 8;

/** One background round over unanswered refunds. One that fails delays no other. */
export async function finishRefunds(db: Database, payments: Refunding): Promise<void> {
  const due = await claimAskedRefunds(db, askedAtOnce);
  const expected = (error: unknown) => paymentProviderUnavailable.is(error) || refundRefused.is(error);
  throwFirst(
    await settleAll(due, askedAtOnce, (asked) =>
      carryOut(db, payments, asked).catch((error: unknown) => {
        if (!expected(error)) throw error;
      }),
    ),
  );
}
