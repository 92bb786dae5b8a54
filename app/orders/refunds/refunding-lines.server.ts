import { requireMoneyAuthorityOver } from '#app/identity/authority.server.ts';
import { notPaid, refundRefused } from '#app/payments/payment-failures.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { CallInput, CallResult } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { type Minor, minor, toMain } from '#base/money/money.ts';
import { mergeLines } from '../basket/merge-lines.ts';
import { lockPlaced } from '../checkout/placed-order.server.ts';
import { orderChanged, refundPending, refundTooLarge, wrongTransition } from '../order-failures.ts';
import { recordOf } from '../order-record.server.ts';
import { deliveryKindOf, nextOf, returnsStockOnRefund } from '../order-status.ts';
import type { ordersCalls } from '../orders.calls.ts';
import { changedSince, pickBack, sumOf } from './refund-rules.ts';
import { readRefundableRest } from './refundable-rest.server.ts';
import { insertRefund, readAsLeftBy, readBought, readRefund } from './refunds-store.server.ts';

const alreadyBack = 'Столько вернуть нельзя: часть денег платёжная система уже вернула сама';

/** Nothing was paid for it, so there is no part to give back. */
const givenWhole = 'Эту вещь подарили, денег за неё не платили. Вернуть можно только весь заказ';

type Body = CallInput<typeof ordersCalls.refundLines>['body'];

/**
 * Stores the refund at the orders, at the payments and in the audit trail; from then on the money may be refunded. An earlier try of the
 * request may have stored it already.
 */
async function plan(
  tx: Tx,
  { body, context, payments }: { body: Body; context: CallContext; payments: Payments },
): Promise<{ readonly id: string; readonly amount: Minor }> {
  const { orderId } = body;
  const id = await context.claim(tx);
  const { order, status } = await lockPlaced(tx, orderId, null);
  await requireMoneyAuthorityOver(context, order.userId, tx);
  const { paymentId } = order;
  const known = await readRefund(tx, id);
  if (known !== null) return { id, amount: minor(known.amount) };
  if (!nextOf(status, deliveryKindOf(order)).includes('Refunded')) throw wrongTransition();
  if (order.giftId !== null) throw wrongTransition({ message: givenWhole });
  if (paymentId === null) throw notPaid();
  if (order.isRefunding) throw refundPending();
  const bought = await readBought(tx, orderId);
  const asked = mergeLines(body.lines);
  const by = callerOf(context).userId;
  const seen = body.seen ? mergeLines(body.seen) : await readAsLeftBy(tx, orderId, by, bought);
  const changed = changedSince(bought, { asked, seen });
  if (changed.length > 0) throw orderChanged({ details: { lines: changed } });
  const { pieces, tooMany } = pickBack(bought, asked);
  if (tooMany.length > 0) throw refundTooLarge({ details: { lines: tooMany } });
  const amount = sumOf(pieces);
  // The provider may have refunded parts on its own, and the donation does not pay for pieces.
  const left = await readRefundableRest(tx, orderId);
  if (amount > left.amount) throw refundTooLarge({ message: alreadyBack });
  await payments.parts.plan(tx, { id, paymentId, amount });
  const returnsStock = returnsStockOnRefund(status);
  await insertRefund(tx, { id, orderId, by, reason: body.reason ?? null, amount, returnsStock }, pieces);
  await recordOf(context)(tx, order, { amount: toMain(amount) });
  return { id, amount };
}

/** Refunds some pieces: the refund is stored first, then the provider is asked. */
export async function refundLines(
  body: Body,
  context: CallContext,
  payments: Payments,
): Promise<CallResult<typeof ordersCalls.refundLines>> {
  if (!context.isKeyed) {
    throw failures.validationFailed({
      fields: { 'Idempotency-Key': 'Без ключа повтора деньги не возвращаются' },
    });
  }
  const { id, amount } = await context.transaction((tx) => plan(tx, { body, context, payments }));
  const state = await payments.parts.carryOut(id);
  if (state === 'Refused') throw refundRefused();
  return context.conclude(async () => ({ refundId: id, state, amount }));
}
