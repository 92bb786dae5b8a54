import type { Database } from '#base/db/db.server.ts';
import type { NoticeWay } from '../outbox/notice-run.server.ts';
import { claimReceivers, type DueChat } from '../outbox/notice-store.server.ts';
import { type Bot, longestSend } from './bot.server.ts';

/** How messages reach chats. */
export function telegramWay(db: Database, bot: Bot): NoticeWay<DueChat> {
  return {
    longestSend,
    botId: bot.id,
    claim: (most) => claimReceivers(db, most, bot.id),
    send: ({ chatId, language }, { text, buttonsOf }) => bot.send({ chatId, language, text, buttonsOf }),
  };
}
