import { readFileSync } from 'node:fs';
import { weakPassword } from '../identity-failures.ts';
import { passwordLengthFault } from '../password-rules.ts';

// The 10,000 commonest passwords of 8 or more characters of the list "10 million passwords" in SecLists
// (github.com/danielmiessler/SecLists, MIT licence), in lower case, commonest first.
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
);

/** Throws `WeakPassword` if a password is too short, too long or among the most common ones. */
export function refuseWeakPassword(password: string): void {
  const fault =
    passwordLengthFault(password) ??
    (common.has(password.normalize('NFKC').toLowerCase())
      ? 'Такой пароль слишком легко угадать: он из самых частых'
      : null);
  if (fault !== null) throw weakPassword({ fields: { password: fault } });
}
