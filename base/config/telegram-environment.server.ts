import { z } from 'zod';
import { address, addressForm, integer } from './value-forms.server.ts';

const group = 'messages';

/** The variables of the bot that sends notices. */
export const telegramVariables = {
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{1,15}:[\w-]{30,}$/)
    .optional()
    .meta({
      form: 'a token as @BotFather gives it, 123456789:AA…',
      group,
      description:
        'The bot that sends notices to people who link their chats, and codes to those who confirm their phone; its token from @BotFather',
      isSecret: true,
      unset: 'no notices and codes by the bot',
    }),
  TELEGRAM_WEBHOOK: z
    .enum(['on', 'off'])
    .transform((word) => word === 'on')
    .default(false)
    .meta({
      form: 'on or off',
      group,
      description:
        '`on`: Telegram calls `PUBLIC_URL`, which must be https; `off`: one process at a time asks Telegram for updates, which needs no open port',
    }),
  TELEGRAM_STAFF_CHAT: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).optional().meta({
    form: 'the number of a chat, as -1001234567890',
    group,
    description: 'The chat or channel in which the bot writes what waits for the staff, at most once an hour',
    unset: 'nothing is written',
  }),
  TELEGRAM_API_URL: address.default('https://api.telegram.org').meta({
    form: addressForm,
    group,
    description: 'Origin of the Bot API, for a Bot API server or proxy of yours',
  }),
} as const;
