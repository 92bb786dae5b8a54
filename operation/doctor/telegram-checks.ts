import { Api, GrammyError } from 'grammy';
import type { Check } from './examine.ts';

interface TelegramAccount {
  readonly token: string;
  /** Origin of the Bot API. */
  readonly url: string;
}

async function ask<Result>({ token, url }: TelegramAccount, question: (api: Api) => Promise<Result>, refused: string) {
  try {
    return await question(new Api(token, { apiRoot: url, timeoutSeconds: 10 }));
  } catch (error) {
    // An error of the client may hold the address, and the token in it.
    if (error instanceof GrammyError) throw new Error(refused);
    throw new Error(`TELEGRAM_API_URL: no Bot API answers at ${url}: look at the network, or correct the address`);
  }
}

/** Asks Telegram who the bot is. */
export function checkBot(account: TelegramAccount): Check {
  const refused = 'TELEGRAM_BOT_TOKEN: Telegram refuses it: ask @BotFather for the token of the bot';
  return async () => `Telegram knows the bot as @${(await ask(account, (api) => api.getMe(), refused)).username}`;
}

/** Asks for the chat of the staff, which the bot sees only as its member. */
export function checkStaffChat(account: TelegramAccount, chatId: number): Check {
  const refused = `TELEGRAM_STAFF_CHAT: the bot is not in the chat ${chatId}: add it there, to a channel as an administrator`;
  return async () => {
    const chat = await ask(account, (api) => api.getChat(chatId), refused);
    return `the bot is in the chat of the staff${chat.title === undefined ? '' : `, ${chat.title}`}`;
  };
}
