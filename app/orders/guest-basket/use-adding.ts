import { useState } from 'react';
import { hasSession } from '#app/identity/has-session.ts';
import { session } from '#app/identity/session.ts';
import type { CallFailure } from '#base/calls/errors.ts';
import { publishCount, readCount } from './basket-count.ts';
import type { BasketItem } from './basket-item.ts';
import { addLine, type BasketLine, lineKey, subtractLines } from './basket-lines.ts';
import { changeGuestBasket, readGuestBasket } from './guest-basket.ts';
import { handOverGuestBasket, isRefusal, loadUserBasket } from './user-basket.ts';

/** The result of the last press. */
export type Adding =
  | { readonly step: 'idle' }
  | { readonly step: 'added' }
  | { readonly step: 'failed'; readonly failure: CallFailure };

/** Hands a user's item over to the server; the failure if the server refuses it. */
async function refusalOf(item: BasketItem): Promise<CallFailure | null> {
  const isSame = (line: BasketLine) => lineKey(line) === lineKey(item);
  try {
    if ((await session.load()).status !== 'user') return null;
    const gone = await handOverGuestBasket();
    return gone.find(({ line }) => isSame(line))?.failure ?? null;
  } catch (error) {
    // Without an answer the item stays in this browser, and the next page hands it over.
    if (!isRefusal(error) || !readGuestBasket().items.some(isSame)) return null;
    changeGuestBasket((items) => subtractLines(items, [item]));
    return error;
  }
}

/**
 * Adds items to the basket: they are kept in this browser at once, also if the page is left before the server has answered, and taken out again
 * when it refuses them.
 */
export function useAdding() {
  const [adding, setAdding] = useState<Adding>({ step: 'idle' });

  async function add(item: BasketItem): Promise<void> {
    const count = readCount() + item.quantity;
    setAdding({ step: 'added' });
    changeGuestBasket((items) => addLine(items, item));
    if (!hasSession()) return;
    // A user's count is that of the account's basket, with what is on its way.
    publishCount(count);
    const failure = await refusalOf(item);
    if (failure === null) return;
    setAdding({ step: 'failed', failure });
    await loadUserBasket().catch(() => undefined);
  }

  return { adding, add };
}
