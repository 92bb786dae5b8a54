import type { Queryable } from '#base/db/db.server.ts';
import type { Bot } from './bot.server.ts';
import { addBot, type BotFacts, readBotFacts, writeBotFacts } from './bot-store.server.ts';

/** Asks Telegram who the bot is and stores it. Each process asks as it starts, as codes must not go to a bot that has got the old name. */
export async function learnBotName(db: Queryable, bot: Bot): Promise<BotFacts> {
  const facts = await bot.facts();
  await addBot(db, bot.id);
  await writeBotFacts(db, bot.id, facts);
  return facts;
}

/** The user name of the bot, for addresses. */
export async function botName(db: Queryable, bot: Bot): Promise<string> {
  return ((await readBotFacts(db, bot.id)) ?? (await learnBotName(db, bot))).userName;
}
