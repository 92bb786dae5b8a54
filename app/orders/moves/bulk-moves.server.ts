import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures, isCallFailure } from '#base/calls/errors.ts';
import { settleAll } from '#base/process/settle-all.ts';
import type { OrderStatus } from '../order-status.ts';
import { askedAtOnce } from './cancelling.server.ts';
import { changeStatus, type MovingOptions } from './moving.server.ts';

/** How long all orders together wait for the provider. A background job finishes those without an answer. */
const waitMilliseconds = 12_000;

/** Moves several orders, each in its own transaction; the failure of one is returned in its result and stops none. */
export async function moveSeveral(
  { orderIds, status }: { orderIds: readonly string[]; status: OrderStatus },
  context: CallContext,
  options: MovingOptions,
) {
  // One audit entry for all of them, written before the first is moved.
  await context.transaction((tx) => context.record(tx, { details: { orders: orderIds.length } }));
  const answerBy = Date.now() + waitMilliseconds;
  const moves = await settleAll(orderIds, askedAtOnce, (orderId) =>
    changeStatus(context, options, { orderId, status, answerBy, record: async () => undefined }),
  );
  const results = moves.map((move, at) => {
    const orderId = orderIds[at] ?? '';
    if (move.status === 'fulfilled') return { orderId, isMoved: true, error: null };
    if (!isCallFailure(move.reason))
      context.request.log.error({ err: move.reason, orderId }, 'an order could not be moved');
    const { code, message } = isCallFailure(move.reason) ? move.reason : failures.internal;
    return { orderId, isMoved: false, error: { code, message } };
  });
  return { results };
}
