import { type Queryable, statement } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';

const ofChat = statement<{ personId: string; language: Locale }>(`
  select r.person_id as "personId", r.language from notice_receiver r join person p on p.id = r.person_id
  where r.chat_id = $1 and p.blocked_at is null`);

const isLinked = statement('select from notice_receiver where person_id = $1 and chat_id is not null');

const isPaused = statement('select from telegram_bot where id = $1 and paused_until > now()');

/** Whose linked Telegram an account is: its number is that of its private chat. Null: nobody's, or that of somebody blocked. */
export async function findLinked(
  db: Queryable,
  telegramId: number,
): Promise<{ readonly personId: string; readonly language: Locale } | null> {
  return (await db.run(ofChat, [telegramId]))[0] ?? null;
}

/** Whether a person has linked Telegram. */
export async function hasLinked(db: Queryable, personId: string): Promise<boolean> {
  return (await db.run(isLinked, [personId])).length > 0;
}

/** Whether Telegram has asked the bot to wait. */
export async function isBotPaused(db: Queryable, botId: number): Promise<boolean> {
  return (await db.run(isPaused, [botId])).length > 0;
}
