import { browserStorage } from '#base/text/browser-storage.ts';

/** The storage key of the number of items in the basket, which the header of every tab shows. */
const countKey = 'opora.basketCount';

/** The storage key of a guest's basket (guest-basket.ts). */
export const guestBasketKey = 'opora.basket';

const ownTab = new EventTarget();

/** The number of items in the basket, as this browser knows it. */
export function readCount(): number {
  return Number.parseInt(browserStorage.local.getItem(countKey) ?? '', 10) || 0;
}

/** Notifies every tab that the basket has changed, with its new number of items. */
export function publishCount(count: number): void {
  // The time makes the text differ for an equal count: other tabs are notified of a new text only.
  if (count === 0) browserStorage.local.removeItem(countKey);
  else browserStorage.local.setItem(countKey, `${String(count)} ${String(Date.now())}`);
  ownTab.dispatchEvent(new Event('change'));
}

/** Calls back when another tab has changed the basket; returns the unsubscribe function. */
export function watchOtherTabs(changed: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === countKey || key === null) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

/** Calls back when the count may have changed, in any tab; returns the unsubscribe function. */
export function watchCount(changed: () => void): () => void {
  const unsubscribe = watchOtherTabs(changed);
  ownTab.addEventListener('change', changed);
  return () => {
    unsubscribe();
    ownTab.removeEventListener('change', changed);
  };
}
