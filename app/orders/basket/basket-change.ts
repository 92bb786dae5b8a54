import type { BasketItem } from '../guest-basket/basket-item.ts';
import { type BasketLine, lineKey } from '../guest-basket/basket-lines.ts';
import { changeGuestBasket } from '../guest-basket/guest-basket.ts';
import type { OrderItem } from '../order-shapes.ts';

/**
 * Applies a change made on one screen to the stored lines: the screen showed `before` and shows `wanted` now. Lines that the screen has not
 * changed stay as another tab has left them, also when that tab removed them.
 */
export function applyChange<Line extends BasketLine>(
  stored: readonly Line[],
  before: readonly BasketLine[],
  wanted: readonly Line[],
): readonly Line[] {
  const shown = new Map(before.map((line) => [lineKey(line), line.quantity]));
  const now = new Map(wanted.map((line) => [lineKey(line), line.quantity]));
  const stayed = stored.flatMap((line) => {
    const was = shown.get(lineKey(line));
    const quantity = now.get(lineKey(line));
    if (was === quantity) return [line];
    return quantity === undefined ? [] : [{ ...line, quantity }];
  });
  const known = new Set(stored.map(lineKey));
  const added = wanted.filter((line) => !known.has(lineKey(line)) && shown.get(lineKey(line)) !== line.quantity);
  return [...stayed, ...added];
}

function itemOf(item: OrderItem & { readonly was?: number | null }): BasketItem {
  const { state: _state, left: _left, was: _was, ...guestItem } = item;
  return guestItem;
}

/** Stores what a guest has changed on the basket screen. */
export function changeGuestItems(before: readonly OrderItem[], wanted: readonly OrderItem[]): void {
  changeGuestBasket((stored) => applyChange(stored, before, wanted.map(itemOf)));
}
