import { failure } from '#base/errors.ts';

/** The phone has an account already. */
export const phoneTaken = failure('PhoneTaken', 409, 'Этот номер уже зарегистрирован. Войдите или восстановите пароль');

/** Shorter than 8 characters, longer than 128, or one of the 10,000 that everybody uses. */
export const weakPassword = failure('WeakPassword', 400, 'Слишком простой пароль');

/** The code is not the one that was sent; `details.attemptsLeft` says how many tries it still has. */
export const wrongCode = failure('WrongCode', 400, 'Неверный код');

/** There is no such code any more: its 5 minutes or 5 tries are over, it was used, or none was sent. */
export const codeExpired = failure('CodeExpired', 410, 'Код больше не действует. Запросите новый');

/** One answer for an unknown phone and a wrong password. */
export const badCredentials = failure('BadCredentials', 401, 'Неверный номер телефона или пароль');

/** The password is right, but the code of the registration was never given. */
export const phoneNotConfirmed = failure('PhoneNotConfirmed', 403, 'Подтвердите номер телефона кодом из SMS');

/** A moderator has blocked the person. `message` holds the reason where one was given. */
export const accountBlocked = failure('AccountBlocked', 403, 'Ваша учётная запись заблокирована');

/** The right to change a password was used or is over. */
export const actionExpired = failure('ActionExpired', 410, 'Время на смену пароля вышло. Подтвердите номер ещё раз');

/** The refresh token belongs to no session that lives. */
export const sessionEnded = failure('SessionEnded', 401, 'Сеанс завершён. Войдите ещё раз');

/** The SMS gateway did not take the message. */
export const smsUnavailable = failure('SmsUnavailable', 503, 'Не получилось отправить SMS. Попробуйте через минуту');

/** The last admin stays one. */
export const lastAdmin = failure('LastAdmin', 409, 'Это последний администратор: сначала назначьте другого');
