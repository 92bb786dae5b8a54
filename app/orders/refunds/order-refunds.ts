import { isRefundedInCabinet } from '#app/payments/payment-systems.ts';
import { add, fromMain, subtract, toMain } from '#base/money/money.ts';
import { lineKey } from '../guest-basket/basket-lines.ts';
import type { Order, OrderItem } from '../order-shapes.ts';
import { priceOfPieces } from './refund-rules.ts';

/** An item of an order with the number of pieces that are not refunded. */
export type ItemLeft = Omit<OrderItem, 'left'> & { readonly left: number; readonly backAmount: number };

type Refunded = Pick<Order, 'items' | 'refunds'>;

const standing = ({ refunds }: Pick<Order, 'refunds'>) => refunds.filter(({ state }) => state !== 'Refused');

/** The items with pieces left: those that are packed and may still be refunded. */
export function itemsLeft(order: Refunded): readonly ItemLeft[] {
  const back = Map.groupBy(
    standing(order).flatMap(({ lines }) => lines),
    lineKey,
  );
  return order.items
    .map((item) => {
      const gone = back.get(lineKey(item)) ?? [];
      const pieces = gone.reduce((sum, { quantity }) => sum + quantity, 0);
      return {
        ...item,
        left: item.quantity - pieces,
        backAmount: toMain(add(...gone.map((one) => fromMain(one.amount)))),
      };
    })
    .filter(({ left }) => left > 0);
}

/** Whether the staff refunds a paid order in the cabinet of its payment system, not here. */
export function isLeftToSystem({ payment }: Pick<Order, 'payment'>): boolean {
  return payment?.status === 'Paid' && isRefundedInCabinet(payment.system);
}

/** The money of an order that has not been refunded in parts, including its donation; main units. */
export function leftOf(order: Pick<Order, 'payment' | 'total' | 'refunds'>): number {
  const back = standing(order).map(({ amount }) => fromMain(amount));
  return toMain(subtract(fromMain(order.payment?.amount ?? order.total), add(...back)));
}

/** What is refunded for some pieces, in main units. */
export function costOf(chosen: readonly (ItemLeft & { readonly pieces: number })[]): number {
  const prices = chosen.map(({ price, discount, quantity, left, backAmount, pieces }) => {
    const bought = { price: fromMain(price), discount: fromMain(discount), backAmount: fromMain(backAmount) };
    return priceOfPieces({ ...bought, quantity, backQuantity: quantity - left }, pieces);
  });
  return toMain(add(...prices));
}
