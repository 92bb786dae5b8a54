import { failure } from '#base/calls/errors.ts';

/** The platform has no bot. */
export const telegramOff = failure('TelegramOff', 409, 'На этом сайте нет бота');

/** What Telegram is said to have signed is not as it signs for the bot of this site. */
export const telegramDataInvalid = failure(
  'TelegramDataInvalid',
  400,
  'Мессенджер не подтвердил, кто вы. Откройте страницу из него ещё раз',
);

/** What Telegram has signed is too old, or of a time to come. */
export const telegramDataExpired = failure(
  'TelegramDataExpired',
  400,
  'Страница была открыта слишком давно. Откройте её из мессенджера ещё раз',
);

/** It has opened a session before. */
export const telegramDataUsed = failure(
  'TelegramDataUsed',
  409,
  'Этот вход из мессенджера уже использован. Откройте страницу из него ещё раз',
);

/** The address of a browser at its push service is none that messages could be sent to. */
export const pushRefused = failure('PushRefused', 400, 'Браузер дал неподходящий адрес для уведомлений');

/** Telegram did not answer who the bot is. */
export const telegramUnavailable = failure(
  'TelegramUnavailable',
  503,
  'Telegram сейчас не отвечает. Попробуйте через минуту',
);
