import { useRef, useState } from 'react';
import { CallFailure, failures } from '#base/errors.ts';
import { hasSession } from '../identity/has-session.ts';
import { session } from '../identity/session.ts';
import { readCount, tellCount } from './basket-count.ts';
import type { BasketItem } from './basket-item.ts';
import { addLine, lineKey } from './basket-lines.ts';
import { changeGuestBasket, newBasketKey } from './guest-basket.ts';
import { addToUserBasket } from './user-basket.ts';

/** What became of the last press. */
export type Adding =
  | { readonly step: 'idle' }
  | { readonly step: 'added' }
  | { readonly step: 'failed'; readonly failure: CallFailure };

interface Intent {
  readonly key: string;
  readonly what: string;
}

/** Puts things into the basket: shown as done at once, taken back where the server refuses. */
export function useAdding() {
  const [adding, setAdding] = useState<Adding>({ step: 'idle' });
  const failed = useRef<Intent | null>(null);

  async function toServer(item: BasketItem): Promise<void> {
    const what = `${lineKey(item)} ${String(item.quantity)}`;
    // Another try of what failed is the same intent: an answer that was lost adds nothing twice.
    const { key } = failed.current?.what === what ? failed.current : { key: newBasketKey() };
    failed.current = { key, what };
    const before = readCount();
    tellCount(before + item.quantity);
    try {
      await addToUserBasket([item], key);
      failed.current = null;
    } catch (error) {
      tellCount(Math.max(0, readCount() - item.quantity));
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
      setAdding({ step: 'failed', failure: error instanceof CallFailure ? error : failures.internal.because() });
    }
  }

  return { adding, add, forget: () => setAdding({ step: 'idle' }) };
}
