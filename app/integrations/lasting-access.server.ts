import { isByTelegram } from '#app/identity/identity.server.ts';
import type { Caller } from '#base/calls/call-context.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { telegramLogin } from './integration-failures.ts';

/**
 * Refuses a session that a linked chat has opened to give programs access: it lasts a day at most and ends with the link, and what it gives
 * must not outlast it. Throws `TelegramLogin`.
 */
export async function requireLastingLogin(db: Queryable, caller: Caller): Promise<void> {
  if (await isByTelegram(db, caller)) throw telegramLogin();
}
