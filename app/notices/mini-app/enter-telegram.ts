import { call } from '#app/call.ts';
import { hasSession } from '#app/identity/has-session.ts';
import { session } from '#app/identity/session.ts';
import { browserStorage } from '#base/text/browser-storage.ts';
import type { Launch } from './launch.ts';
import { isInApp } from './telegram-port.ts';

/** Whom of Telegram the session of this browser belongs to; absent: it was opened by a login, or there is none. */
const enteredKey = 'telegram-user';

/**
 * Logs in whose chat is linked. Only in an app of Telegram: a frame keeps no cookie, and whoever shows it could log the visitor in to
 * another account. A session that the visitor has opened by a login stays; that of another user of Telegram ends.
 */
export async function enterTelegram({ initData, userId, isGuest }: Launch): Promise<void> {
  if (!isInApp() || initData === '' || isGuest) return;
  const entered = browserStorage.local.getItem(enteredKey);
  if (hasSession()) {
    if (entered === null || entered === userId) return;
    await session.leave();
  }
  browserStorage.local.removeItem(enteredKey);
  // Whatever is refused leaves the visitor a guest.
  const answer = await call('POST Telegram/Enter', { body: { initData } }).catch(() => null);
  if (answer === null || answer.session === null) return;
  browserStorage.local.setItem(enteredKey, userId);
  await session.enter(answer.session, false).catch(() => undefined);
}

/** The address inside the site that the link of the bot means. */
export async function pageOfStart(start: string): Promise<string> {
  if (start === '') return '/';
  const answer = await call('GET Telegram/Page', { query: { start: start.slice(0, 512) } }).catch(() => null);
  const path = answer?.path ?? '/';
  // Never to another site, whatever the answer.
  return /^\/(?![/\\])/.test(path) ? path : '/';
}
