import { failure } from '#base/calls/errors.ts';

/** The phone is already registered. */
export const phoneTaken = failure('PhoneTaken', 409, 'Этот номер уже зарегистрирован. Войдите или восстановите пароль');

/** The password is shorter than 8 or longer than 128 characters, or among the 10,000 most common ones. */
export const weakPassword = failure('WeakPassword', 400, 'Слишком простой пароль');

/** The code is wrong; `details.attemptsLeft` is the number of attempts left. */
export const wrongCode = failure('WrongCode', 400, 'Неверный код');

/** No valid code exists: it has expired, was used or tried 5 times, or none was sent. */
export const codeExpired = failure('CodeExpired', 410, 'Код больше не действует. Запросите новый');

/** The same answer for an unknown phone and a wrong password. */
export const badCredentials = failure('BadCredentials', 401, 'Неверный номер телефона или пароль');

/** A logged-in user has typed another password than the own one. */
export const wrongPassword = failure('WrongPassword', 403, 'Пароль не подходит');

/** The password is correct, but the code of the registration was never entered. */
export const phoneNotConfirmed = failure('PhoneNotConfirmed', 403, 'Подтвердите номер телефона кодом из SMS');

/** The user is blocked. `message` contains the reason if there is one. */
export const accountBlocked = failure('AccountBlocked', 403, 'Ваша учётная запись заблокирована');

/** The right to change a password was used or has expired. */
export const actionExpired = failure('ActionExpired', 410, 'Время на смену пароля вышло. Подтвердите номер ещё раз');

/** The session of the refresh token has ended. */
export const sessionEnded = failure('SessionEnded', 401, 'Сеанс завершён. Войдите ещё раз');

/** A linked chat has opened the session, which lasts a day at most and ends with the link: what it gives must not outlast it. */
export const telegramLogin = failure(
  'TelegramLogin',
  403,
  'Вы вошли через Telegram. Для этого войдите на сайте с паролем',
);

/** The SMS gateway did not accept the message. */
export const smsUnavailable = failure('SmsUnavailable', 503, 'Не получилось отправить SMS. Попробуйте через минуту');

/** The last admin cannot lose the role. */
export const lastAdmin = failure('LastAdmin', 409, 'Это последний администратор: сначала назначьте другого');
