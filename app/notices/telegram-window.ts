import { bring } from '#base/pages/bring.ts';
import { browserStorage } from '#base/text/browser-storage.ts';
import { telegramWindowKey } from './telegram-window-key.ts';

/** Joins Telegram again after a whole page was loaded in a window of it. Public pages pay for no more than the question. */
export function rejoinTelegram(): void {
  const scheme = browserStorage.session.getItem(telegramWindowKey);
  if (scheme !== null)
    void bring(() => import('./mini-app/bridge.ts')).then(({ joinTelegram }) => joinTelegram(scheme));
}
