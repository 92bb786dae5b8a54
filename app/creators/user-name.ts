import { failure } from '#base/errors.ts';
import { isReservedUserName } from '../reserved-names.ts';

/** Somebody has this user name, or it is a reserved word (contract, section 3). */
export const userNameTaken = failure('UserNameTaken', 409, 'Это имя уже занято, выберите другое');

const pattern = /^[a-z][a-z0-9_.]{2,29}$/;

/** Whether a text has the form of a user name: 3..30 of `a-z 0-9 _ .`, a letter first (contract, section 3). */
export function isUserName(text: string): boolean {
  return pattern.test(text);
}

/** What is wrong with a user name, in Russian, or null; whether somebody else has it is the server's knowledge. */
export function userNameProblem(text: string): string | null {
  if (text.length < 3) return 'Не короче 3 символов';
  if (text.length > 30) return 'Не длиннее 30 символов';
  if (!/^[a-z]/i.test(text)) return 'Имя начинается с латинской буквы';
  if (!isUserName(text)) return 'Только строчные латинские буквы, цифры, точка и подчёркивание';
  return isReservedUserName(text) ? userNameTaken.message : null;
}
