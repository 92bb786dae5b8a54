import { useRef, useState } from 'react';
import { call } from '#app/call.ts';
import type { CallInput } from '#base/calls/call.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { lineKey } from '../guest-basket/basket-lines.ts';
import { orderChanged } from '../order-failures.ts';
import type { Order } from '../order-shapes.ts';
import type { ordersCalls } from '../orders.calls.ts';
import { costOf, itemsLeft } from './order-refunds.ts';

type Body = CallInput<typeof ordersCalls.refundLines>['body'];

/** A refund that was asked for: `text` tells it from another one. */
interface Intent {
  readonly text: string;
  readonly seen: Body['seen'];
  readonly key: string;
}

/** The pieces of an order that staff refunds: chosen, summed up, and sent under one idempotency key. */
export function useLineRefund(order: Order, onDone: () => Promise<void>) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const [reason, setReason] = useState('');
  const { isBusy, isDone, failure, fields, act } = useAction();
  const intent = useRef<Intent | null>(null);
  const items = itemsLeft(order);
  // The order may have changed since they were chosen.
  const picked = items.flatMap((item) => {
    const count = chosen.get(lineKey(item));
    return count === undefined ? [] : [{ ...item, pieces: Math.min(count, item.left) }];
  });

  function choose(key: string, pieces: number | null) {
    const next = new Map(chosen);
    if (pieces === null) next.delete(key);
    else next.set(key, pieces);
    setChosen(next);
  }

  /** Asks for the refund; resolves to whether the server accepted it. */
  async function give(): Promise<boolean> {
    const lines = picked.map(({ productId, sizeId, colorId, pieces: quantity }) => ({
      productId,
      sizeId,
      colorId,
      quantity,
    }));
    const asked = { orderId: order.orderId, lines, reason: reason.trim() === '' ? null : reason.trim() };
    // A retry after a lost answer is the same request, with what was seen then; other pieces make another one.
    const text = JSON.stringify(asked);
    if (intent.current?.text !== text) {
      const seen = picked.map(({ productId, sizeId, colorId, left: quantity }) => ({
        productId,
        sizeId,
        colorId,
        quantity,
      }));
      intent.current = { text, seen, key: crypto.randomUUID() };
    }
    const { seen, key } = intent.current;
    return act(async () => {
      try {
        await call('POST Order/RefundLines', { body: { ...asked, seen } }, { idempotencyKey: key });
        intent.current = null;
        setChosen(new Map());
        setReason('');
      } catch (error) {
        if (orderChanged.is(error)) {
          intent.current = null;
          setChosen(new Map());
        }
        throw error;
      } finally {
        await onDone();
      }
    });
  }

  const reasonFault = fields.reason ?? null;
  const fault = reasonFault === null ? (failure?.message ?? null) : null;
  const sum = costOf(picked);
  return { items, chosen, picked, sum, reason, setReason, isBusy, isDone, reasonFault, fault, choose, give };
}
