import { failure } from '#base/calls/errors.ts';

/** The platform has no bot. */
export const telegramOff = failure('TelegramOff', 409, 'На этом сайте нет бота Telegram');

/** The address of a browser at its push service is none that messages could be sent to. */
export const pushRefused = failure('PushRefused', 400, 'Браузер дал неподходящий адрес для уведомлений');

/** Telegram did not answer who the bot is. */
export const telegramUnavailable = failure(
  'TelegramUnavailable',
  503,
  'Telegram сейчас не отвечает. Попробуйте через минуту',
);
