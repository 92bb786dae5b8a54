import { failure } from '#base/calls/errors.ts';

/** A creator writes to his members once a day. */
export const messageSentToday = failure('MessageSentToday', 409, 'Сегодня вы уже писали. Следующее сообщение — завтра');

/** Nobody would get the message. */
export const noReaders = failure('NoReaders', 409, 'Пока писать некому: таких подписчиков нет');
