import { useSyncExternalStore } from 'react';

/** What the visitor has chosen; `auto`: as his system is. */
export type ColourScheme = 'auto' | 'light' | 'dark';

/** Under this the choice is kept in the browser; the script in the document's head reads it before anything is drawn. */
export const colourSchemeKey = 'colour-scheme';

const changes = new EventTarget();
const darkSystem = '(prefers-color-scheme: dark)';

function isColourScheme(text: string | null): text is ColourScheme {
  return text === 'auto' || text === 'light' || text === 'dark';
}

function chosen(): ColourScheme {
  try {
    const kept = localStorage.getItem(colourSchemeKey);
    return isColourScheme(kept) ? kept : 'auto';
  } catch {
    // a browser that keeps nothing follows the system
    return 'auto';
  }
}

function show(): void {
  const scheme = chosen();
  const shown = scheme === 'auto' ? (window.matchMedia(darkSystem).matches ? 'dark' : 'light') : scheme;
  document.documentElement.setAttribute('data-mantine-color-scheme', shown);
  changes.dispatchEvent(new Event('change'));
}

/** Chooses for this browser: this page changes at once, other windows follow. */
export function chooseColourScheme(scheme: ColourScheme): void {
  try {
    localStorage.setItem(colourSchemeKey, scheme);
  } catch {
    // as above
  }
  show();
}

/** Follows the system and the choice made in another window; called once when the page starts. */
export function followColourScheme(): void {
  window.matchMedia(darkSystem).addEventListener('change', show);
  window.addEventListener('storage', ({ key }) => {
    if (key === colourSchemeKey) show();
  });
}

function subscribe(changed: () => void): () => void {
  changes.addEventListener('change', changed);
  return () => changes.removeEventListener('change', changed);
}

/** What the visitor has chosen; `auto` while the page is as the server rendered it. */
export function useColourScheme(): ColourScheme {
  return useSyncExternalStore(subscribe, chosen, () => 'auto');
}
