import { add, fromMain, subtract, times, toMain } from '#base/text/money.ts';
import { lineKey } from '../guest-basket/basket-lines.ts';
import type { Order, OrderItem } from '../order-shapes.ts';

/** An item of an order with the number of pieces that are not refunded. */
export type ItemLeft = Omit<OrderItem, 'left'> & { readonly left: number };

type Refunded = Pick<Order, 'items' | 'refunds'>;

const standing = ({ refunds }: Pick<Order, 'refunds'>) => refunds.filter(({ state }) => state !== 'Refused');

/** The items with pieces left: those that are packed and may still be refunded. */
export function itemsLeft(order: Refunded): readonly ItemLeft[] {
  const back = new Map<string, number>();
  for (const line of standing(order).flatMap(({ lines }) => lines)) {
    back.set(lineKey(line), (back.get(lineKey(line)) ?? 0) + line.quantity);
  }
  return order.items
    .map((item) => ({ ...item, left: item.quantity - (back.get(lineKey(item)) ?? 0) }))
    .filter(({ left }) => left > 0);
}

/** The money of an order that has not been refunded in parts, including its donation; main units. */
export function leftOf(order: Pick<Order, 'payment' | 'total' | 'refunds'>): number {
  const back = standing(order).map(({ amount }) => fromMain(amount));
  return toMain(subtract(fromMain(order.payment?.amount ?? order.total), add(...back)));
}

/** The price of some pieces, in main units. */
export function costOf(pieces: readonly { readonly price: number; readonly pieces: number }[]): number {
  return toMain(add(...pieces.map(({ price, pieces: count }) => times(fromMain(price), count))));
}
