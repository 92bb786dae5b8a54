import { call } from '#app/call.ts';
import { accessTokenKey, hasSession } from '#app/identity/has-session.ts';
import { session } from '#app/identity/session.ts';
import { browserStorage } from '#base/text/browser-storage.ts';
import type { Launch } from './launch.ts';
import { isInApp } from './telegram-port.ts';

/** The session that a launch has opened here, and for whom of Telegram; absent: there was none. */
const enteredKey = 'telegram-user';

/** The id of the session whose token this browser has; null: it has none. */
function sessionHere(): string | null {
  try {
    const [, payload = ''] = browserStorage.local.getItem(accessTokenKey)?.split('.') ?? [];
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null && 'sid' in claims ? String(claims.sid) : null;
  } catch {
    return null;
  }
}

/** Whether a launch for another user of Telegram has opened the session that is here. One that a login has opened is nobody's of theirs. */
function isOfAnother(userId: string): boolean {
  const [sessionId, user] = browserStorage.local.getItem(enteredKey)?.split(' ') ?? [];
  return sessionId !== undefined && sessionId === sessionHere() && user !== userId;
}

/**
 * Logs in whose chat is linked. Only in an app of Telegram: a frame keeps no cookie, and whoever shows it could log the visitor in to
 * another account. A session that the visitor has opened by a login stays; that of another user of Telegram ends.
 */
export async function enterTelegram({ initData, userId, isGuest }: Launch): Promise<void> {
  if (!isInApp() || initData === '' || isGuest) return;
  if (hasSession()) {
    const isAnother = isOfAnother(userId);
    // One that has ended since counts as none; without an answer it counts as there.
    const state = isAnother ? null : await session.load(true).catch(() => null);
    if (!isAnother && state?.status !== 'guest') return;
    if (isAnother) await session.leave();
  }
  browserStorage.local.removeItem(enteredKey);
  // Whatever is refused leaves the visitor a guest.
  const answer = await call('POST Telegram/Enter', { body: { initData } }).catch(() => null);
  if (answer === null || answer.session === null) return;
  const entering = session.enter(answer.session, false).catch(() => undefined);
  browserStorage.local.setItem(enteredKey, `${sessionHere()} ${userId}`);
  await entering;
}

/** The address inside the site that the link of the bot means. */
export async function pageOfStart(start: string): Promise<string> {
  if (start === '') return '/';
  const signal = AbortSignal.timeout(20_000);
  const answer = await call('GET Telegram/Page', { query: { start: start.slice(0, 512) } }, { signal }).catch(
    () => null,
  );
  const path = answer?.path ?? '/';
  // Never to another site, whatever the answer.
  return /^\/(?![/\\])/.test(path) ? path : '/';
}
