import { useState } from 'react';
import { hasSession } from '#app/identity/has-session.ts';
import { session } from '#app/identity/session.ts';
import { type CallFailure, isCallFailure } from '#base/calls/errors.ts';
import { readCount } from './basket-count.ts';
import type { BasketItem } from './basket-item.ts';
import { addLine, lineKey, subtractLines } from './basket-lines.ts';
import { forgetDropped } from './dropped-products.ts';
import { changeGuestBasket, readGuestBasket } from './guest-basket.ts';
import { handOverGuestBasket, loadUserBasket, takeRefusal } from './user-basket.ts';

/** The result of the last press. */
export type Adding =
  | { readonly step: 'idle' }
  | { readonly step: 'added' }
  | { readonly step: 'failed'; readonly failure: CallFailure };

/** Hands a user's item over to the server; the failure if the server refuses it. */
async function refusalOf(item: BasketItem): Promise<CallFailure | null> {
  const key = lineKey(item);
  takeRefusal(key);
  try {
    if ((await session.load()).status !== 'user') return null;
    await handOverGuestBasket();
  } catch (error) {
    // Without an answer the item stays in this browser, and the next page hands it over.
    if (!isCallFailure(error)) throw error;
  }
  return takeRefusal(key) ?? null;
}

/** Takes an item out that the server has refused, and shows the count of the account again. */
async function takeOut(item: BasketItem): Promise<void> {
  const isLeft = readGuestBasket().items.some((line) => lineKey(line) === lineKey(item));
  if (isLeft) changeGuestBasket((items) => subtractLines(items, [item]), readCount() - item.quantity);
  forgetDropped(item);
  await loadUserBasket().catch(() => undefined);
}

/**
 * Adds items to the basket: they are kept in this browser at once, also if the page is left before the server has answered, and taken out again
 * if it refuses them.
 */
export function useAdding() {
  const [adding, setAdding] = useState<Adding>({ step: 'idle' });

  async function add(item: BasketItem): Promise<void> {
    setAdding({ step: 'added' });
    // A user's count is that of the account's basket and of what is on its way to it.
    const count = hasSession() ? readCount() + item.quantity : undefined;
    changeGuestBasket((items) => addLine(items, item), count);
    if (count === undefined) return;
    const failure = await refusalOf(item);
    if (failure === null) return;
    setAdding({ step: 'failed', failure });
    await takeOut(item);
  }

  return { adding, add };
}
