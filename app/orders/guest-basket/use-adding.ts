import { useRef, useState } from 'react';
import { hasSession } from '#app/identity/has-session.ts';
import { session } from '#app/identity/session.ts';
import { CallFailure, failures } from '#base/calls/errors.ts';
import { publishCount, readCount } from './basket-count.ts';
import type { BasketItem } from './basket-item.ts';
import { addLine, lineKey } from './basket-lines.ts';
import { changeGuestBasket, newBasketKey } from './guest-basket.ts';
import { addToUserBasket } from './user-basket.ts';

/** The result of the last press. */
export type Adding =
  | { readonly step: 'idle' }
  | { readonly step: 'added' }
  | { readonly step: 'failed'; readonly failure: CallFailure };

interface Intent {
  readonly key: string;
  readonly what: string;
}

/** Adds items to the basket: the count changes at once, and changes back when the server refuses. */
export function useAdding() {
  const [adding, setAdding] = useState<Adding>({ step: 'idle' });
  const failed = useRef<Intent | null>(null);

  async function toServer(item: BasketItem): Promise<void> {
    const what = `${lineKey(item)} ${String(item.quantity)}`;
    // A retry after a failure uses the same key, so that a lost answer adds nothing twice.
    const { key } = failed.current?.what === what ? failed.current : { key: newBasketKey() };
    failed.current = { key, what };
    const before = readCount();
    publishCount(before + item.quantity);
    try {
      await addToUserBasket([item], key);
      failed.current = null;
    } catch (error) {
      publishCount(Math.max(0, readCount() - item.quantity));
      throw error;
    }
  }

  async function add(item: BasketItem): Promise<void> {
    setAdding({ step: 'added' });
    try {
      const isGuest = !hasSession() || (await session.load()).status !== 'user';
      if (isGuest) changeGuestBasket((items) => addLine(items, item));
      else await toServer(item);
    } catch (error) {
      setAdding({ step: 'failed', failure: error instanceof CallFailure ? error : failures.internal() });
    }
  }

  return { adding, add, forget: () => setAdding({ step: 'idle' }) };
}
