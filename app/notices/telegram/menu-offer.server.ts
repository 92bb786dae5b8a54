import type { Logger } from 'pino';
import { launchPath } from '../mini-app-address.ts';
import type { Bot } from './bot.server.ts';

interface MenuOptions {
  readonly bot: Pick<Bot, 'offerMenu'>;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly title: string;
}

/** Makes the menu button of the bot open the site inside Telegram, as the bot starts. The bot works without it. */
export function createMenuOffer({ bot, log, publicUrl, title }: MenuOptions): () => Promise<void> {
  return async () => {
    // Telegram opens no page without https.
    if (!publicUrl.startsWith('https:')) return;
    await bot.offerMenu(title, `${publicUrl}${launchPath}`).catch((error: unknown) => {
      log.warn({ err: error }, 'the menu button of the bot was not set');
    });
  };
}
