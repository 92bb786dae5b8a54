import { bring } from '#base/pages/bring.ts';
import { browserStorage } from '#base/text/browser-storage.ts';
import { telegramWindowKey } from './telegram-window-key.ts';

/** What joins a window to Telegram; only windows that it has opened load it. */
export const loadBridge = () => bring(() => import('./mini-app/bridge.ts'));

/** Joins Telegram again after a whole page was loaded in a window of it. */
export function rejoinTelegram(): void {
  if (browserStorage.session.getItem(telegramWindowKey)) {
    // The page works without it, too.
    loadBridge().then(
      ({ joinTelegram }) => joinTelegram(),
      () => undefined,
    );
  }
}
