import { passwordLengthFault } from '../password-rules.ts';

/** The strength of a password as the browser estimates it; the server decides. */
export type PasswordStrength = 'empty' | 'short' | 'long' | 'common' | 'fair' | 'strong';

const commonWords = [
  'password',
  'passw0rd',
  'parol',
  'пароль',
  'qwerty',
  'qazwsx',
  'asdfgh',
  'zxcvbn',
  'йцукен',
  'фывапр',
  'ячсмит',
  'admin',
  'welcome',
  'iloveyou',
  'letmein',
  'dragon',
  'monkey',
  'football',
  'salom',
  'toshkent',
  'tashkent',
  'uzbekistan',
  'ozbekiston',
  'opora',
  'опора',
];

/** The password with common words, runs such as `1234` and repeated characters reduced to one character each. */
function withoutPatterns(password: string): string {
  let rest = commonWords.reduce((text, word) => text.replaceAll(word, '•'), password.toLowerCase());
  rest = rest.replace(/(.)\1{2,}/gu, '$1');
  const signs = [...rest];
  const codes = signs.map((sign) => sign.codePointAt(0) ?? 0);
  return signs
    .filter((_, at) => {
      const step = (codes[at] ?? 0) - (codes[at - 1] ?? 0);
      const stepBefore = (codes[at - 1] ?? 0) - (codes[at - 2] ?? 0);
      return at < 2 || step !== stepBefore || Math.abs(step) !== 1;
    })
    .join('');
}

/** Rates a password. `phone`: the user's own, which attackers try first. */
export function passwordStrength(password: string, phone = ''): PasswordStrength {
  if (password === '') return 'empty';
  const length = [...password].length;
  if (passwordLengthFault(password) !== null) return length < 8 ? 'short' : 'long';
  const ownDigits = phone.replace(/\D/g, '').slice(-7);
  const digits = password.replace(/\D/g, '');
  if (ownDigits.length === 7 && digits.includes(ownDigits)) return 'common';
  const left = withoutPatterns(password);
  const different = new Set(left).size;
  if ([...left].length < 6 || different < 4) return 'common';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(left)).length;
  return left.length >= 14 || (left.length >= 10 && kinds >= 3) ? 'strong' : 'fair';
}
