import type { BasketItem } from '../basket/basket-item.ts';
import { type BasketLine, lineKey } from '../basket/basket-lines.ts';
import { changeGuestBasket } from '../basket/guest-basket.ts';
import type { OrderItem } from './order-shapes.ts';

/**
 * A change made on one screen brought into what is kept: `before` is what the screen showed, `wanted` what it shows now. What
 * another tab has added meanwhile stays.
 */
export function bringIn<Line extends BasketLine>(
  kept: readonly Line[],
  before: readonly BasketLine[],
  wanted: readonly Line[],
): readonly Line[] {
  const shown = new Set(before.map(lineKey));
  const now = new Map(wanted.map((line) => [lineKey(line), line]));
  const stayed = kept.flatMap((line) => {
    const key = lineKey(line);
    const changed = now.get(key);
    if (changed === undefined) return shown.has(key) ? [] : [line];
    return [{ ...line, quantity: changed.quantity }];
  });
  const known = new Set(kept.map(lineKey));
  return [...stayed, ...wanted.filter((line) => !known.has(lineKey(line)))];
}

function itemOf(item: OrderItem & { readonly was?: number | null }): BasketItem {
  const { state: _state, left: _left, was: _was, ...kept } = item;
  return kept;
}

/** Keeps what a guest has changed on his basket's screen. */
export function changeGuestItems(before: readonly OrderItem[], wanted: readonly OrderItem[]): void {
  changeGuestBasket((kept) => bringIn(kept, before, wanted.map(itemOf)));
}
