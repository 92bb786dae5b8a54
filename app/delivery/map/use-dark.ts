import { useSyncExternalStore } from 'react';

const attribute = 'data-colour-scheme';

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: [attribute] });
  return () => observer.disconnect();
}

/** Whether the page is dark now, by choice or by the system's setting. */
export function useDark(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.documentElement.getAttribute(attribute) === 'dark',
    () => false,
  );
}
