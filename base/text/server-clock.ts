import { browserStorage } from './browser-storage.ts';

/** Key in local storage: how far the clock of this browser is ahead of the server, as the session has found. */
export const clockSkewKey = 'clockSkew';

/** The present moment by the clock of the server, as far as it is known: the clock of a phone may be wrong by days. */
export function serverNow(): Date {
  return new Date(Date.now() - (Number(browserStorage.local.getItem(clockSkewKey)) || 0));
}
