import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useAction } from '#base/ui/page/use-action.ts';
import { watchOtherTabs } from '../guest-basket/basket-count.ts';
import { changeQuantity, guestTotalOf, lineKey, removeLine } from '../guest-basket/basket-lines.ts';
import { changeUserBasket } from '../guest-basket/user-basket.ts';
import { availableItems, isSold } from './available-items.ts';
import { applyChange, changeGuestItems } from './basket-change.ts';
import type { BasketView, BasketViewItem } from './basket-loader.ts';
import { acceptPrices, markRepriced } from './seen-prices.ts';

/** The item that was removed last, to be restored in its place. */
interface Removed {
  readonly item: BasketViewItem;
  readonly at: number;
}

/** The items that the screen showed and those it shows now: the server changes only the difference. */
interface BasketChange {
  readonly seen: readonly BasketViewItem[];
  readonly items: readonly BasketViewItem[];
}

/** Sends one change at a time; changes made meanwhile are sent together. */
function useSaving(view: BasketView, onAnswer: (items: readonly BasketViewItem[]) => void, onRefused: () => void) {
  const { failure, act, forget } = useAction();
  const wanted = useRef<BasketChange | null>(null);
  const running = useRef<Promise<boolean> | null>(null);

  async function send(orderId: string): Promise<void> {
    try {
      while (wanted.current !== null) {
        const next = wanted.current;
        wanted.current = null;
        const basket = await changeUserBasket(orderId, next);
        if (wanted.current === null) onAnswer(markRepriced(basket.items));
      }
    } finally {
      wanted.current = null;
    }
  }

  return {
    failure,
    save(before: readonly BasketViewItem[], items: readonly BasketViewItem[]): void {
      forget();
      if (view.kind === 'guest') {
        changeGuestItems(before, items);
        return;
      }
      const waiting = wanted.current;
      wanted.current =
        waiting === null
          ? { seen: before, items }
          : { seen: waiting.seen, items: applyChange(waiting.items, before, items) };
      const { orderId } = view.basket;
      running.current ??= act(() => send(orderId)).then((isStored) => {
        running.current = null;
        // A change that could not be saved is not shown as if it had been.
        if (!isStored) onRefused();
        return isStored;
      });
    },
    /** Waits for pending changes; resolves to whether the server has stored all of them. */
    flush: async (): Promise<boolean> => (await running.current) ?? true,
    isSaving: () => running.current !== null,
  };
}

/** The items of the open basket: changed on the screen at once, saved in the background, the same in every tab. */
export function useBasketEdit(view: BasketView) {
  const revalidator = useRevalidator();
  const [loaded, setLoaded] = useState(view.items);
  const [items, setItems] = useState(view.items);
  const [removed, setRemoved] = useState<Removed | null>(null);
  if (loaded !== view.items) {
    setLoaded(view.items);
    setItems(view.items);
  }
  const saving = useSaving(view, setItems, () => void revalidator.revalidate());
  const { failure, isSaving } = saving;

  const reloadUnlessSaving = useEffectEvent(() => {
    if (!isSaving()) void revalidator.revalidate();
  });
  useEffect(() => watchOtherTabs(() => reloadUnlessSaving()), []);

  const sold = items.filter(isSold);

  function change(next: readonly BasketViewItem[]) {
    setItems(next);
    saving.save(items, next);
  }

  return {
    items,
    removed,
    failure,
    /** The items that are still sold. */
    sold,
    total: guestTotalOf(sold),
    flush: saving.flush,
    setQuantity: (key: string, quantity: number) => change(changeQuantity(items, key, quantity)),
    remove(key: string) {
      const at = items.findIndex((item) => lineKey(item) === key);
      const item = items[at];
      if (item === undefined) return;
      setRemoved({ item, at });
      change(removeLine(items, key));
    },
    undo() {
      if (removed === null) return;
      setRemoved(null);
      change(items.toSpliced(removed.at, 0, removed.item));
    },
    /** Removes items that cannot be bought and reduces short ones. */
    mend(): readonly BasketViewItem[] {
      const next = availableItems(items);
      setRemoved(null);
      change(next);
      return next;
    },
    accept() {
      acceptPrices(items);
      setItems(items.map((item) => ({ ...item, was: null })));
    },
    /** Loads the basket again. */
    reload: () => revalidator.revalidate(),
  };
}

export type BasketEdit = ReturnType<typeof useBasketEdit>;
