import { Api, GrammyError } from 'grammy';
import { launchPath } from '#app/notices/mini-app-address.ts';
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
  return async () => {
    const { username, can_join_groups: mayJoin } = await ask(account, (api) => api.getMe(), refused);
    if (mayJoin === false) {
      return {
        note: `@${username} may join no groups, so that no closed chat can be connected: let @BotFather allow groups`,
      };
    }
    return `Telegram knows the bot as @${username}`;
  };
}

/** Looks whether the pages of creators open inside Telegram: by https, by links, and by the menu button of the bot. */
export function checkMiniApp(account: TelegramAccount, publicUrl: string): Check {
  const refused = 'TELEGRAM_BOT_TOKEN: Telegram refuses it: ask @BotFather for the token of the bot';
  return async () => {
    if (!publicUrl.startsWith('https:')) {
      return { note: `PUBLIC_URL: Telegram opens no page of ${publicUrl} inside itself: it needs https` };
    }
    const address = `${publicUrl}${launchPath}`;
    const { has_main_web_app: hasMiniApp } = await ask(account, (api) => api.getMe(), refused);
    const button = await ask(account, (api) => api.getChatMenuButton(), refused);
    if (hasMiniApp !== true) {
      return { note: `the bot has no main Mini App: let @BotFather enable it with the address ${address}` };
    }
    const isOpening = button.type === 'web_app' && button.web_app.url === address;
    return `the pages of creators open inside Telegram${isOpening ? ', also by the menu button' : ''}`;
  };
}

/** Asks for the chat of the staff, which the bot sees only as its member. */
export function checkStaffChat(account: TelegramAccount, chatId: number): Check {
  const refused = `TELEGRAM_STAFF_CHAT: the bot is not in the chat ${chatId}: add it there, to a channel as an administrator`;
  return async () => {
    const chat = await ask(account, (api) => api.getChat(chatId), refused);
    return `the bot is in the chat of the staff${chat.title === undefined ? '' : `, ${chat.title}`}`;
  };
}
