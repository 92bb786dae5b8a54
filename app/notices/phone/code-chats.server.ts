import type { ChatOutcome, CodeChats, CodeInChat } from '#app/identity/code-chats.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { adoptAccount, chatOfPhone, endPhone, endPhoneOfChat, endUnlinkedPhone } from './phone-store.server.ts';

/** The bot as far as it writes codes. */
interface CodeBot {
  readonly id: number;
  writeCode(chatId: number, text: CodeInChat): Promise<ChatOutcome>;
}

/** The chats that get codes. Without a bot none does; what ends a confirmation ends it all the same, for the day the bot is back. */
export function createCodeChats(db: Database, bot: CodeBot | null): CodeChats {
  return {
    chatOf: async (queried, phone) => (bot === null ? null : chatOfPhone(queried, phone, bot.id)),
    async write(chatId, text) {
      if (bot === null) return { reason: 'unreachable' };
      const outcome = await bot.writeCode(chatId, text);
      // The chat is gone, or has blocked the bot; if that cannot be stored now, the next code finds it out again.
      if ('reason' in outcome && outcome.reason === 'number') await endPhoneOfChat(db, chatId).catch(() => undefined);
      return outcome;
    },
    gotAccount: (tx, { phone, chatId }) => adoptAccount(tx, phone, chatId),
    provedElsewhere: endUnlinkedPhone,
    end: endPhone,
  };
}
