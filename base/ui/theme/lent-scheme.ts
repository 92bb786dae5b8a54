import { browserStorage } from '#base/text/browser-storage.ts';
import { colourSchemeKey } from './colour-scheme.ts';

/** Shows a scheme in this window only, whatever is stored for the site, until the visitor chooses one in it. */
export function lendColourScheme(scheme: 'light' | 'dark'): void {
  browserStorage.session.setItem(colourSchemeKey, scheme);
  // The page follows it as a choice made in another window.
  window.dispatchEvent(new StorageEvent('storage', { key: colourSchemeKey }));
}
