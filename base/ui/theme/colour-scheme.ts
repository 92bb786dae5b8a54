import { useSyncExternalStore } from 'react';
import { browserStorage } from '#base/text/browser-storage.ts';

/** The visitor's choice; `auto`: as the system's. */
export type ColourScheme = 'auto' | 'light' | 'dark';

/** In the window's storage: what a program has lent it; in that of the site: the visitor's choice. */
export const colourSchemeKey = 'colour-scheme';
const darkSystem = '(prefers-color-scheme: dark)';
const changes = new EventTarget();

/** Shows the choice before the first paint; stands in the page as an inline script. */
export const colourSchemeScript = `(()=>{let scheme;try{scheme=sessionStorage.getItem('${colourSchemeKey}')||localStorage.getItem('${colourSchemeKey}')}catch{}
if(scheme!=='light'&&scheme!=='dark')scheme=matchMedia('${darkSystem}').matches?'dark':'light';
document.documentElement.setAttribute('data-colour-scheme',scheme)})()`;

function isColourScheme(text: string | null): text is ColourScheme {
  return text === 'auto' || text === 'light' || text === 'dark';
}

function chosen(): ColourScheme {
  const stored = browserStorage.session.getItem(colourSchemeKey) ?? browserStorage.local.getItem(colourSchemeKey);
  return isColourScheme(stored) ? stored : 'auto';
}

function show(): void {
  const scheme = chosen();
  const shown = scheme === 'auto' ? (matchMedia(darkSystem).matches ? 'dark' : 'light') : scheme;
  document.documentElement.setAttribute('data-colour-scheme', shown);
  changes.dispatchEvent(new Event('change'));
}

/** Stores the choice; this page changes at once, other windows follow. */
export function chooseColourScheme(scheme: ColourScheme): void {
  browserStorage.local.setItem(colourSchemeKey, scheme);
  browserStorage.session.removeItem(colourSchemeKey);
  show();
}

/** Follows the system and the choice made in another window; called once when the page starts. */
export function followColourScheme(): void {
  matchMedia(darkSystem).addEventListener('change', show);
  addEventListener('storage', ({ key }) => {
    if (key === colourSchemeKey) show();
  });
}

function subscribe(changed: () => void): () => void {
  changes.addEventListener('change', changed);
  return () => changes.removeEventListener('change', changed);
}

/** The visitor's choice; `auto` during hydration. */
export function useColourScheme(): ColourScheme {
  return useSyncExternalStore(subscribe, chosen, () => 'auto');
}
