import { quantityMost } from '../order-limits.ts';
import type { OrderItem } from '../order-shapes.ts';

/** The part of an item that decides whether it can be bought. */
type Checked = Pick<OrderItem, 'productId' | 'quantity' | 'state' | 'left'>;

/** Whether an item can be bought in its quantity. */
export function isBuyable({ state }: Pick<Checked, 'state'>): boolean {
  return state === 'available';
}

/** Whether an item is sold at all in the chosen size and colour. */
export function isSold({ state }: Pick<Checked, 'state'>): boolean {
  return state === 'available' || state === 'short';
}

/**
 * The items as they can be bought: items no longer sold are left out, short ones are reduced to the pieces in stock. Lines of one product
 * share its pieces, earlier lines first.
 */
export function availableItems<Item extends Checked>(items: readonly Item[]): readonly Item[] {
  const pieces = new Map<string, number>();
  return items.flatMap((item) => {
    if (!isSold(item)) return [];
    if (item.left === null) return [item];
    const left = pieces.get(item.productId) ?? item.left;
    const quantity = Math.min(item.quantity, left);
    pieces.set(item.productId, Math.max(0, left - quantity));
    return quantity > 0 ? [{ ...item, quantity, state: 'available' }] : [];
  });
}

/** The largest quantity of this item beside the other lines of its product. */
export function mostOf(items: readonly Checked[], item: Checked): number {
  const others = items.filter((one) => one !== item && one.productId === item.productId && isSold(one));
  const taken = others.reduce((count, { quantity }) => count + quantity, 0);
  return item.left === null ? quantityMost : Math.min(quantityMost, Math.max(0, item.left - taken));
}
