import { z } from 'zod';
import { get, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { telegramDataExpired, telegramDataInvalid, telegramDataUsed, telegramOff } from './notice-failures.ts';

/** Calls of the pages inside Telegram (docs/rules.md#mini-app). */
export const telegramCalls = {
  /**
   * Says who has opened the Mini App, by what Telegram has signed for the bot (`Telegram.WebApp.initData`), at most an hour old. `session`: of
   * the person whose chat is linked to log in, for at most 24 hours; null: the visitor is a guest. 400 `TelegramDataInvalid`,
   * `TelegramDataExpired`; 409 `TelegramDataUsed`: it has opened a session before; 409 `TelegramOff`: there is no bot.
   */
  enter: post('Telegram/Enter', {
    summary: 'Enter by what Telegram has signed',
    access: 'guest',
    transaction: 'own',
    body: z.strictObject({ initData: z.string().min(1).max(4_096) }),
    answer: z.object({ session: z.object({ token: z.string(), refreshToken: z.string() }).nullable() }),
    errors: [telegramOff, telegramDataInvalid, telegramDataExpired, telegramDataUsed, failures.tooManyRequests],
  }),

  /**
   * The address inside the site that the start parameter of a link means: a user name with `-` for each `.`, or `m_` and the id of a
   * product; `/` for everything else.
   */
  page: get('Telegram/Page', {
    summary: 'The page that a link of the bot opens',
    access: 'guest',
    query: z.object({ start: z.string().max(512) }),
    answer: z.object({ path: z.string() }),
    errors: [],
  }),
};
