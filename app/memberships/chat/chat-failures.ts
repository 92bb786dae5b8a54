import { failure } from '#base/calls/errors.ts';

/** The platform has no bot, or does not know its name yet. */
export const chatsOff = failure('ChatsOff', 409, 'На этом сайте нет бота, который впускает в чат');

/** The bot knows a creator by their linked Telegram alone. */
export const chatNeedsTelegram = failure('ChatNeedsTelegram', 409, 'Сначала привяжите свой Telegram в уведомлениях');

/** There is one chat for each creator. */
export const chatConnected = failure('ChatConnected', 409, 'Чат уже подключён. Чтобы выбрать другой, отключите этот');
