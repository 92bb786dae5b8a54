/** Where this browser keeps how many things are in the basket of whoever uses it, for every tab's header. */
const countKey = 'opora.basketCount';

/** Where a guest's basket is kept (guest-basket.ts). */
export const guestBasketKey = 'opora.basket';

const ownTab = new EventTarget();

/** How many things are in the basket, as far as this browser knows. */
export function readCount(): number {
  try {
    return Number.parseInt(localStorage.getItem(countKey) ?? '', 10) || 0;
  } catch {
    return 0;
  }
}

/** Tells every tab that the basket has changed and how many things are in it now. */
export function tellCount(count: number): void {
  try {
    // The moment makes another text of the same count, too: only a new text is heard of in the other tabs.
    if (count === 0) localStorage.removeItem(countKey);
    else localStorage.setItem(countKey, `${String(count)} ${String(Date.now())}`);
  } catch {
    // Forbidden or full: the header goes without the count.
  }
  ownTab.dispatchEvent(new Event('change'));
}

/** Calls back when another tab has changed the basket. */
export function watchOtherTabs(changed: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === countKey || key === null) changed();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** Calls back whenever the count may have changed, in whichever tab. */
export function watchCount(changed: () => void): () => void {
  const forget = watchOtherTabs(changed);
  ownTab.addEventListener('change', changed);
  return () => {
    forget();
    ownTab.removeEventListener('change', changed);
  };
}
