import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallFailure, failures } from '#base/errors.ts';
import { watchOtherTabs } from '../basket/basket-count.ts';
import { changeQuantity, lineKey, removeLine, totalOf } from '../basket/basket-lines.ts';
import { replaceUserBasket } from '../basket/user-basket.ts';
import { changeGuestItems } from './basket-change.ts';
import type { BasketViewItem, loadBasketView } from './basket-loader.ts';
import { isSold, mendItems } from './basket-mends.ts';
import { acceptPrices, markRepriced } from './seen-prices.ts';

export type BasketView = Awaited<ReturnType<typeof loadBasketView>>;

/** What was taken out last, to be brought back where it stood. */
interface Removed {
  readonly item: BasketViewItem;
  readonly at: number;
}

/** Sends the latest wish, one at a time; wishes that are overtaken meanwhile are never sent. */
function useSaving(view: BasketView, onAnswer: (items: readonly BasketViewItem[]) => void) {
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const wanted = useRef<readonly BasketViewItem[] | null>(null);
  const running = useRef<Promise<boolean> | null>(null);

  async function run(orderId: string): Promise<boolean> {
    while (wanted.current !== null) {
      const items = wanted.current;
      wanted.current = null;
      try {
        const basket = await replaceUserBasket(orderId, items);
        if (wanted.current === null) onAnswer(markRepriced(basket.items));
      } catch (error) {
        wanted.current = null;
        setFailure(error instanceof CallFailure ? error : failures.internal.because());
        return false;
      }
    }
    return true;
  }

  return {
    failure,
    save(before: readonly BasketViewItem[], items: readonly BasketViewItem[]): void {
      setFailure(null);
      if (view.kind === 'guest') {
        changeGuestItems(before, items);
        return;
      }
      wanted.current = items;
      running.current ??= run(view.basket.orderId).finally(() => {
        running.current = null;
      });
    },
    /** Resolves to whether the server has all that was wished for. */
    flush: async (): Promise<boolean> => (await running.current) ?? true,
    isSaving: () => running.current !== null,
  };
}

/** The items of the basket that is open: changed at once, kept in the background, the same in every tab. */
export function useBasketEdit(view: BasketView) {
  const revalidator = useRevalidator();
  const [loaded, setLoaded] = useState(view.items);
  const [items, setItems] = useState(view.items);
  const [removed, setRemoved] = useState<Removed | null>(null);
  if (loaded !== view.items) {
    setLoaded(view.items);
    setItems(view.items);
  }
  const saving = useSaving(view, setItems);
  const { failure, isSaving } = saving;

  const look = useRef(() => {});
  useEffect(() => {
    look.current = () => {
      if (!isSaving()) void revalidator.revalidate();
    };
  });
  useEffect(() => watchOtherTabs(() => look.current()), []);
  useEffect(() => {
    // What could not be kept is not shown as if it had been.
    if (failure !== null) look.current();
  }, [failure]);

  const sold = items.filter(isSold);

  function change(next: readonly BasketViewItem[]) {
    setItems(next);
    saving.save(items, next);
  }

  return {
    items,
    removed,
    failure,
    /** What is still sold. */
    sold,
    total: totalOf(sold),
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
    /** Takes out what cannot be bought and lowers what is short. */
    mend(): readonly BasketViewItem[] {
      const next = mendItems(items);
      setRemoved(null);
      change(next);
      return next;
    },
    accept() {
      acceptPrices(items);
      setItems(items.map((item) => ({ ...item, was: null })));
    },
    /** Asks again what the basket holds and costs. */
    reload: () => revalidator.revalidate(),
  };
}

export type BasketEdit = ReturnType<typeof useBasketEdit>;
