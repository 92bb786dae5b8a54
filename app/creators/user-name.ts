import { failure } from '#base/calls/errors.ts';
import { isReservedUserName } from './reserved-names.ts';

/** The user name is taken or reserved (docs/rules.md#user-names). */
export const userNameTaken = failure('UserNameTaken', 409, 'Это имя уже занято, выберите другое');

/** A page with such a name would be behind the admin guard, which applies to every path that contains `admin`. */
export const userNameReserved = failure('UserNameReserved', 409, 'Имя со словом admin занять нельзя, выберите другое');

/** Whether a user name, in any case, contains `admin`. */
export function isAdminName(userName: string): boolean {
  return userName.toLowerCase().includes('admin');
}

const pattern = /^[a-z][a-z0-9_.]{2,29}$/;

/** Whether a text has the form of a user name: 3..30 of `a-z 0-9 _ .`, a letter first (docs/rules.md#user-names). */
export function isUserName(text: string): boolean {
  return pattern.test(text);
}

/** The problem with a user name, in Russian, or null. Whether it is taken, only the server knows. */
export function userNameProblem(text: string): string | null {
  if (isAdminName(text)) return userNameReserved.message;
  if (text.length < 3) return 'Не короче 3 символов';
  if (text.length > 30) return 'Не длиннее 30 символов';
  if (!/^[a-z]/i.test(text)) return 'Имя начинается с латинской буквы';
  if (!isUserName(text)) return 'Только строчные латинские буквы, цифры, точка и подчёркивание';
  return isReservedUserName(text) ? userNameTaken.message : null;
}
